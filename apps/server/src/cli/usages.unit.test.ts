import { lookUp } from '@dineward/core/shared/look-up.ts'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { usages } from './usages.ts'

// What their scripts in package.json name, so that an operator does not.
const verbsOfScripts = ['backup write', 'call run', 'reconcile file']

test('the help of a group shows each of its commands', () => {
  const hidden = Object.keys(commands).filter(name => {
    const [group = '', verb = ''] = name.split(' ')
    const shown = verbsOfScripts.includes(name) ? `npm run ${group} ` : `npm run ${group} -- ${verb}`
    return !lookUp(usages, group)?.includes(shown)
  })
  expect(hidden).toEqual([])
})
