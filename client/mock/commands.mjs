/** The check of the page's commands in the mock, by the list that is generated from the server's classes. */

import { COMMANDS } from './generated/commands.mjs'

/** Why a message is not one of the commands with exactly its fields, in a sentence; undefined where it is one. */
export function faultIn(message) {
  const { type, ...values } = message
  const fields = COMMANDS[type]
  const names = Object.keys(values)
  if (!fields || names.length !== Object.keys(fields).length || !names.every((name) => name in fields))
    return `a text message is none of ${Object.keys(COMMANDS).join(', ')} with exactly its fields`
  const wrong = names.find((name) => typeof values[name] !== fields[name])
  return wrong && `${type}.${wrong} must be a ${fields[wrong]}`
}
