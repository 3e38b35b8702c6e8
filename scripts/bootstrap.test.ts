import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

interface Bootstrap {
  readonly installArguments: readonly string[]
  readonly pathProblem: (folder: string) => string | null
}
/** As start.mjs, plain JavaScript for any Node. */
const { installArguments, pathProblem }: Bootstrap = await import(
  new URL('./bootstrap.mjs', import.meta.url).href
)

test.each(['/home/c#/dineward', '/home/100%/dineward', '/home/why?/dineward'])(
  'folder %s -> refused before anything is installed',
  folder => {
    expect(pathProblem(folder)).toMatch(/has "[#%?]" in its path.*move it to a path without/)
  },
)

test.each(['/home/it’s mine/dineward', "/home/o'hara/dineward", '/home/食堂/dineward'])(
  'folder %s -> accepted',
  folder => expect(pathProblem(folder)).toBeNull(),
)

test('npm is configured to leave out packages and scripts -> our install takes all of them', () => {
  const configured = {
    NODE_ENV: 'production',
    npm_config_omit: 'dev,optional',
    npm_config_ignore_scripts: 'true',
  }
  const flags = installArguments.filter(argument => argument.startsWith('--'))
  const text = execFileSync('npm', ['config', 'list', '--json', ...flags], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...configured },
    shell: process.platform === 'win32',
  })
  const config = JSON.parse(text) as {
    omit: readonly string[]
    include: readonly string[]
    'ignore-scripts': boolean
  }
  expect(config['ignore-scripts']).toBe(false)
  expect(config.include).toEqual(expect.arrayContaining(['dev', 'optional']))
})
