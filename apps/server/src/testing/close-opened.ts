import { afterAll } from 'vitest'
import { closeOpened } from './close-after-file.ts'

// A setup file: runs for each test file, so that it also closes what is opened inside a test, where no hook can be added.
afterAll(closeOpened)
