import { describe, expect, test } from 'vitest'
import { checkGltf } from '../src/scene/vehicles/gltfcheck'

const ACCESSOR = { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3' }
const VIEWS = [{ byteLength: 96 }]

describe('a glTF file', () => {
  test('is taken whose nodes form trees and whose accessors stay within their data', () => {
    const nodes = [{ children: [1, 2] }, {}, {}, {}]
    expect(() => checkGltf({ nodes, accessors: [ACCESSOR], bufferViews: VIEWS })).not.toThrow()
    expect(() => checkGltf({})).not.toThrow()
  })

  test.each([
    [{ nodes: [{ children: [1] }, { children: [0] }] }, 'form a cycle'],
    [{ nodes: [{ children: [0] }] }, 'form a cycle'],
    [{ nodes: [{ children: [2] }, { children: [2] }, {}] }, 'two parents'],
    [{ nodes: [{ children: [7] }] }, 'a child that is no node'],
    [{ nodes: Array.from({ length: 100 }, (_, k) => ({ children: k < 99 ? [k + 1] : [] })) }, 'over 64 deep'],
    [{ nodes: Array.from({ length: 10_001 }, () => ({})) }, '10001 nodes'],
    [{ accessors: [{ ...ACCESSOR, count: 2 ** 31 }], bufferViews: VIEWS }, 'counts 2147483648 elements'],
    [
      { accessors: [{ ...ACCESSOR, count: 9, bufferView: undefined }], bufferViews: VIEWS },
      'counts 9 elements',
    ],
    [{ accessors: [{ ...ACCESSOR, count: -1 }], bufferViews: VIEWS }, 'counts -1 elements'],
    [{ accessors: [{ ...ACCESSOR, type: 'VEC9' }], bufferViews: VIEWS }, 'more than its data hold'],
  ])('is refused otherwise', (description, words) => {
    expect(() => checkGltf(description)).toThrow(new RegExp(words))
  })
})
