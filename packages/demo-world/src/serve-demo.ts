import { generateKeyPairSync } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { runServer } from '@dineward/server/seeding.ts'
import { closeMonths, loadCrowd } from './crowd/load-crowd.ts'
import { consoleAccounts, demoAccounts, demoGoogleSecret, demoPassword, demoStaff } from './demo-accounts.ts'
import { withDemoPictures } from './demo-photos.ts'
import { openDemoWork } from './demo-work.ts'
import { hostsAdvice } from './hosts-advice.ts'
import { loadDemoWorld } from './load-demo-world.ts'

const signOn = `http://localhost:${process.env.SSO_PORT || '3002'}`
const signOnVariables = {
  SSO_ISSUERS: `meridian=${signOn}`,
  GOOGLE_ISSUER: `${signOn}/google`,
  GOOGLE_CLIENT_SECRETS: `cellwave=${demoGoogleSecret}`,
  APPLE_ISSUER: `${signOn}/apple`,
  APPLE_SIGN_IN_KEYS: `cellwave=DEMOTEAM00.DEMOKEY000.${newAppleKey()}`,
}

let resolvesNames = true
lookup('skyward.localhost').catch(() => {
  resolvesNames = false
})

/** The others are as empty as a program on its first day. */
const programWithWork = 'skyward'

await runServer(
  { ...signOnVariables, ...process.env },
  {
    photos: withDemoPictures,
    load: async (world, report) => {
      const isNew = await loadDemoWorld(world, world.partners.all(), { report })
      const partner = world.partners.bySlug(programWithWork)
      if (isNew && partner) await openDemoWork(world, partner)
      if (world.env.demoSize === 'small') return
      await loadCrowd(world, { report })
      // The next start goes on with those that this one leaves open.
      closeMonths(world, { pauseMs: 1_000 }).catch(() => {})
    },
    describe: ({ env, partners }) => [
      ...(resolvesNames ? [] : ['', ...hostsAdvice(partners.all().map(({ slug }) => slug))]),
      '',
      `  Demo accounts, password ${demoPassword}`,
      '',
      ...demoAccounts(partners.all().filter(hasEnrollment)).map(
        ({ email, who }) => `    ${email.padEnd(34)}${who}`,
      ),
      `    ${demoStaff.email.padEnd(34)}staff: content before it is published`,
      '',
      `  Console, same password: http://console.localhost:${env.port}`,
      '',
      ...consoleAccounts.map(({ email, who }) => `    ${email.padEnd(34)}${who}`),
      '',
      `  Partner API for other systems, with guides: http://api.localhost:${env.port}/docs`,
    ],
  },
)

/** No one knows it, and the stand-in of Apple takes any. */
function newAppleKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}
