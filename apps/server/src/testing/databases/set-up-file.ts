import { afterAll, expect } from 'vitest'
import { setPasswordCost } from '../../features/identity/passwords/passwords.service.ts'
import { ledgerProblemsOfFile } from '../../features/ledger/ledger-for-test.ts'
import { testPasswordCost } from '../password-cost.ts'
import { closeOpened } from './close-after-file.ts'
import { statementsAcrossPartners, unlistedTablesOfStrangers } from './request-statements.ts'

// This file runs for each test file, so that it also closes what is opened inside a test, where no hook can be added.
afterAll(closeOpened)
setPasswordCost(testPasswordCost)
// A member's request stays with its partner's rows, whatever machine they are on; what does not is listed.
afterAll(async () => expect(await statementsAcrossPartners()).toEqual([]))
// What strangers can make grow has a bound, which is written down.
afterAll(() => expect(unlistedTablesOfStrangers()).toEqual([]))
// Steps have checked the partners that they are about.
afterAll(async () => expect(await ledgerProblemsOfFile()).toEqual([]))
