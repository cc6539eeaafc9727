/** The structure of a glTF file, before anything of it is made: nodes that form trees, accessors within their data. */

const MAX_DEPTH = 64 // of a node below the root
const MAX_NODES = 10_000

interface Description {
  nodes?: { children?: number[] }[]
  accessors?: {
    count: number
    type: string
    componentType: number
    byteOffset?: number
    bufferView?: number | undefined
  }[]
  bufferViews?: { byteLength: number }[]
}

const COMPONENTS: Record<string, number> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
}
const SIZES: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 } // [bytes]

/** Throw an error, in a sentence, where a file would hang the page or take its memory. */
export function checkGltf({ nodes = [], accessors = [], bufferViews = [] }: Description): void {
  checkNodes(nodes.map(({ children }) => children ?? []))
  const all = bufferViews.reduce((sum, { byteLength }) => sum + byteLength, 0) // that zeros may take as well
  accessors.forEach(({ count, type, componentType, byteOffset = 0, bufferView }, number) => {
    const known = bufferView === undefined ? all : (bufferViews[bufferView]?.byteLength ?? -1)
    const size = COMPONENTS[type] * SIZES[componentType]
    if (!(Number.isInteger(count) && count >= 0 && byteOffset + count * size <= known))
      throw new Error(`accessor ${number} of the file counts ${count} elements, more than its data hold`)
  })
}

function checkNodes(children: number[][]): void {
  if (children.length > MAX_NODES)
    throw new Error(`the file has ${children.length} nodes; ${MAX_NODES} are allowed`)
  const parents = children.flat()
  if (parents.length > new Set(parents).size) throw new Error('a node of the file has two parents')
  if (parents.some((node) => !children[node]))
    throw new Error('a node of the file has a child that is no node')
  const below = new Set(parents)
  let level = children.map((_, node) => node).filter((node) => !below.has(node))
  let reached = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= MAX_DEPTH) throw new Error(`the nodes of the file are over ${MAX_DEPTH} deep`)
    reached += level.length
    level = level.flatMap((node) => children[node] ?? [])
  }
  if (reached < children.length) throw new Error('the nodes of the file form a cycle')
}
