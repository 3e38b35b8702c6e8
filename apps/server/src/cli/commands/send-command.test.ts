import { expect, test } from 'vitest'
import { commands } from '../commands.ts'
import { offlineCommands } from './backup-command.ts'
import { neverSent } from './send-command.ts'

test('commands that no server runs -> are not sent to one', () => {
  const offlineOnly = Object.keys(offlineCommands).filter(name => !Object.hasOwn(commands, name))
  expect(offlineOnly.toSorted()).toEqual(neverSent)
})
