import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/* `npm run secrets -- FOLDER`: writes the secrets of a deployment that can be generated, a file each, and keeps what is there. */

const [folder = 'deploy/secrets', ...rest] = process.argv.slice(2)
if (folder.startsWith('-') || rest.length > 0) {
  console.error('npm run secrets -- [FOLDER]\n  Without FOLDER they are written into deploy/secrets.')
  process.exit(1)
}
if (existsSync(folder) && !statSync(folder).isDirectory()) {
  console.error(`${folder} is not a folder.`)
  process.exit(1)
}
const given = {
  smtp_url: 'the mail server, such as smtps://user:password@mail.example.com',
  fidel_webhook_secret: 'the secret that the card network signs with',
}
const generated = [
  'database_password',
  'database_owner_password',
  'app_secret',
  'card_token_secret',
  'card_fingerprint_secret',
  'metrics_token',
]

// The folder keeps others out: containers read the files as another account.
mkdirSync(folder, { recursive: true, mode: 0o700 })
for (const name of generated) writeOnce(name, () => randomBytes(32).toString('base64url'))
writeOnce('database_url', () => databaseUrl('dineward', 'database_password'))
writeOnce('database_owner_url', () => databaseUrl('dineward_owner', 'database_owner_password'))
for (const [name, meaning] of Object.entries(given))
  if (!existsSync(join(folder, name))) console.log(`missing ${join(folder, name)}: write ${meaning} into it.`)

function databaseUrl(user: string, passwordFile: string): string {
  const password = readFileSync(join(folder, passwordFile), 'utf8').trim()
  return `postgres://${user}:${password}@database/dineward`
}

function writeOnce(name: string, make: () => string): void {
  const file = join(folder, name)
  const isThere = existsSync(file)
  if (!isThere) writeFileSync(file, `${make()}\n`, { mode: 0o444, flag: 'wx' })
  console.log(`${isThere ? 'kept   ' : 'written'} ${file}`)
}
