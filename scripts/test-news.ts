import type { Reporter, TestCase } from 'vitest/node'

/** Tells of failures while the rest still runs, and of tests that passed at their second try, which nobody would hear of. */
export default class TestNews implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const verdict =
      test.result().state === 'failed' ? 'failed' : test.diagnostic()?.flaky ? 'second try' : null
    if (verdict) console.log(`\n${verdict}: ${test.module.relativeModuleId} > ${test.fullName}`)
  }
}
