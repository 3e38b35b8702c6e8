import { readWanted } from '../scripts/wanted-names.ts'
import { attackBudgets } from './attacks/attacks.ts'
import { timingBudgets } from './attacks/timing.ts'
import { cardEventBudgets } from './card-events.ts'
import { consoleBudgets } from './console/console.ts'
import { consoleImportBudgets } from './console/console-import.ts'
import { consoleListBudgets } from './console/console-lists.ts'
import { databaseBudgets } from './database.ts'
import { exportBudgets } from './export.ts'
import type { Figure } from './figure.ts'
import { fleetBudgets } from './fleet/fleet-budgets.ts'
import { hotProgramBudgets } from './hot-program.ts'
import { manyDinesBudgets } from './many-dines.ts'
import { cardBudgets } from './pages/cards-on-screen.ts'
import { lighthouseBudgets } from './pages/lighthouse.ts'
import { pageBudgets } from './pages/pages.ts'
import { prefetchBudgets } from './pages/prefetch.ts'
import { servingBudgets } from './pages/serving.ts'
import { weightBudgets } from './pages/weight.ts'
import { pollBudgets } from './polls.ts'
import { searchBudgets } from './search/search.ts'
import { searchApiBudgets } from './search/search-api.ts'
import { searchTableBudgets } from './search/search-tables.ts'
import { typoBudgets } from './search/typos.ts'
import { soakBudgets } from './soak/soak.ts'
import { startBudgets } from './start.ts'
import { statementBudgets } from './statements.ts'
import { webhookBudgets } from './webhooks.ts'

/* `npm run bench [group]`, `npm run bench typos -- FILE`. Counts are exact; times are ratios within one run, since machines differ. */

const groups: Record<string, () => Promise<Figure[]>> = {
  pages: pageBudgets,
  prefetch: prefetchBudgets,
  serving: servingBudgets,
  search: searchBudgets,
  'search-tables': searchTableBudgets,
  'search-api': searchApiBudgets,
  typos: () => typoBudgets(wanted.find(argument => !(argument in groups))),
  lighthouse: lighthouseBudgets,
  console: consoleBudgets,
  'console-lists': consoleListBudgets,
  'console-import': consoleImportBudgets,
  database: databaseBudgets,
  'card-events': cardEventBudgets,
  'many-dines': manyDinesBudgets,
  polls: pollBudgets,
  start: startBudgets,
  statements: statementBudgets,
  weight: weightBudgets,
  cards: cardBudgets,
  attacks: attackBudgets,
  timing: timingBudgets,
  fleet: fleetBudgets,
  webhooks: webhookBudgets,
  export: exportBudgets,
  'hot-program': hotProgramBudgets,
  soak: soakBudgets,
}
/** It takes two hours. */
const onlyByName = ['soak']
const wanted = process.argv.slice(2)
// The file of `typos` is not a name.
if (!wanted.includes('typos')) readWanted(Object.keys(groups))

let missed = 0
console.log(`${'budget'.padEnd(8)}${'met'.padEnd(6)}${'measured'.padEnd(44)}what`)
for (const [name, measure] of Object.entries(groups)) {
  if (wanted.length > 0 ? !wanted.includes(name) : onlyByName.includes(name)) continue
  for (const { budget, what, measured, isMet } of await measure()) {
    if (!isMet) missed += 1
    console.log(`${budget.padEnd(8)}${(isMet ? 'yes' : 'NO').padEnd(6)}${measured.padEnd(43)} ${what}`)
  }
}
process.exitCode = missed > 0 ? 1 : 0
