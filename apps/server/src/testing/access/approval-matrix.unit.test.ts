import { controlledActionNames, controlledActions } from '@dineward/core/approvals/approvals.rules.ts'
import { moneyPermissions } from '@dineward/core/staff/permissions.ts'
import { expect, test } from 'vitest'
import { commands } from '../../cli/commands.ts'
import { apiContracts, consoleContracts } from './contracts.ts'

/**
 * Why calls of the console that change something give, send, close and promise nothing. What stands here is a decision:
 * a new call either names its action (`approval`), or gets a reason.
 */
const movesNothing: Readonly<Record<string, string>> = {
  '^(POST|PUT|DELETE) /api/Console/Programs/{slug}/WebhookEndpoints':
    'tells another system what happened, and changes nothing of it',
  '^(POST|PUT|DELETE) /api/Console/Programs/{slug}/ApiKeys':
    'gives a system rights, each of whose calls has its own limit',
  '^POST /api/Console/Accruals': 'reads what the partner answered',
  '^POST /api/Console/Finance/Accruals/Receive$': 'reads what the partner answered',
  '^POST /api/Console/Finance/LedgerCheck$': 'only reads',
  '^(POST|PUT) /api/Console/Finance/(Reconciliation|NetworkDifferences|Differences)':
    'notes what a person found out',
  '^POST /api/Console/Reconciliation': 'notes what a person found out',
  '^(POST|PUT|DELETE) /api/Console/(Account|SignIn|SignOut|Passkey|Password|Authenticator|RecoveryCodes|Sessions|Invitation)':
    'is about who signs in',
  '^(POST|PUT) /api/Console/Approvals/': 'decides what was asked for',
  '^POST /api/Console/Staff/\\{id\\}/(Invite|Deactivate|Unlock|EndSessions|ResetSecondFactor)$':
    'gives no rights, and is never about oneself',
  '^POST /api/Console/(Claims|Holds)/\\{id\\}/(Assignee|Notes)$': 'is between staff',
  '^POST /api/Console/Emulations|/Emulate$': 'shows what a member sees',
  '^POST /api/Console/Members': 'is about an account, not its rewards',
  '^POST /api/Console/Transactions/\\{id\\}/Answer$': 'is a mail',
  '^POST /api/Console/Programs$': 'makes a program without members, cards and restaurants',
  '^POST /api/Console/Programs/\\{slug\\}/(Content|Theme)': 'is what members read',
  '^POST /api/Console/Programs/\\{slug\\}/(Settings|Offers)/Check$': 'only tries',
  '^POST /api/Console/Programs/\\{slug\\}/Offers/\\{id\\}/End$': 'promises less; what was promised is kept',
  '^(POST|PUT|DELETE) /api/Console/Insight/': 'is a report that someone keeps',
  '^POST /api/Console/Programs/\\{slug\\}/Forecasts$': 'only tries',
  '^(POST|PUT|DELETE) /api/Console/Programs/\\{slug\\}/Media': 'is what members see',
  '^PUT /api/Console/Restaurants/\\{id\\}$': 'is what members read of a restaurant',
  '^(POST|PUT|DELETE) /api/Console/Restaurants/\\{id\\}/(Photo|Events|Offers?|Book|Mids)':
    'is of the restaurant; what dines there earn follows from its terms',
  '^POST /api/Console/RestaurantImports(/\\{id\\}/(Columns|Stop|Undo))?$':
    'reads a file, or puts back what two people had before',
  '^POST /api/Console/(Reservations|Restaurants/\\{id\\}/Reservations)': 'is a table',
  '^POST /api/Console/(System/)?(Inbox|Messages|Files)': 'does once more what was to be done anyway',
}

const changing = [...consoleContracts].filter(([, { method }]) => method !== 'GET')

test('every call that changes something names its action, or a reason why it moves no money', () => {
  const undecided = changing
    .filter(
      ([name, { approval }]) =>
        !approval && !Object.keys(movesNothing).some(one => new RegExp(one).test(name)),
    )
    .map(([name]) => name)
  expect(undecided).toEqual([])
})

test('no call that names an action has a reason as well, and every action has a call', () => {
  const controlled = changing.filter(([, { approval }]) => approval)
  const both = controlled.filter(([name]) =>
    Object.keys(movesNothing).some(one => new RegExp(one).test(name)),
  )
  expect(both.map(([name]) => name)).toEqual([])
  const byKeys = [...apiContracts].filter(([, { approval }]) => approval)
  const actions = [...controlled, ...byKeys].map(([, { approval }]) => approval)
  expect(new Set(actions)).toEqual(new Set(controlledActionNames))
})

test('every permission that such a call or its approval needs -> given by two people', () => {
  const needed = changing.flatMap(([, { approval, access }]) =>
    approval && typeof access === 'object' && 'console' in access ? [access.console] : [],
  )
  const deciding = controlledActionNames.map(action => controlledActions[action].approver)
  expect([...needed, ...deciding].filter(one => one === 'any' || !moneyPermissions.includes(one))).toEqual([])
})

const reads = 'only reads, or writes files'
const asked = 'asks for what moves money, as the console does, and is not done before another person approves'
const account = 'is about an account, not its rewards'
/** Why a command does not give, send, close or promise money by one person. Each new one gets a reason. */
const ofCommands: Readonly<Record<string, string>> = {
  '^call run$|^exchange send$|^import merchants$|^jobs run$|^payouts run$|^rewards redecide$|^staff add$':
    asked,
  '^settings (set|unset)$': 'refuses settings that take two people',
  ' (list|show|check|export)$|^report |^export |^backup write$|^settings show$|^referrals refused$|^reconcile file$':
    reads,
  '^exchange receive$': 'reads what the partner answered',
  '^import transactions$|^inbox retry$':
    'brings what a card network reported; reconciliation compares it with the network’s file',
  '^import books$|^maps add$|^photos |^reviews ': 'is what members read or book',
  '^mail |^texts ': 'is a message',
  '^members ': account,
  '^sandbox ': 'is not there in production',
  '^staff (password|reset-second-factor|break-glass|remove)$': 'gives no role; the people are mailed',
}

test('every command has a reason why one person moves no money with it', () => {
  const undecided = Object.keys(commands).filter(
    name => !Object.keys(ofCommands).some(one => new RegExp(one).test(name)),
  )
  expect(undecided).toEqual([])
})
