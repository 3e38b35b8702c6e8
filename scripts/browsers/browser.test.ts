import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** With a path on which there are a shell, a Java, and nothing to install with. */
function ensureWith(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'dw-path-'))
  symlinkSync('/bin/sh', join(folder, 'sh'))
  symlinkSync('/bin/true', join(folder, 'java'))
  const script =
    "import { ensureBrowsers } from './scripts/browsers/browser.ts'; try { ensureBrowsers(); console.log('ready') } catch (error) { console.log(error.message) }"
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: folder, ...env },
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  return stdout.trim().split('\n')
}

test('browsers that are missing and cannot be installed -> one sentence that names what to install', () => {
  expect(ensureWith({})).toEqual([
    'The tests need Chromium or Chrome, Firefox, WebKitWebDriver of WebKitGTK with Xvfb: as root, run "apt-get install chromium-headless-shell firefox-esr webkit2gtk-driver xvfb", or set CHROMIUM_PATH and FIREFOX_PATH, or name the engines to test in TEST_ENGINES.',
  ])
})

test('browsers that are named -> used, and those of other engines not asked for', () => {
  expect(
    ensureWith({ TEST_ENGINES: 'chromium, firefox', CHROMIUM_PATH: '/bin/sh', FIREFOX_PATH: '/bin/sh' }),
  ).toEqual(['ready'])
})
