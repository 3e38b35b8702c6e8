import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { runServer } from '@dineward/server/seeding.ts'
import { demoAccounts, demoPassword, demoStaff } from './demo-accounts.ts'
import { paintedPhotos } from './demo-photos.ts'
import { loadDemoWorld } from './load-demo-world.ts'

const { SSO_PORT = '3002', SSO_ISSUERS = `meridian=http://localhost:${SSO_PORT}` } = process.env

await runServer(
  { ...process.env, SSO_ISSUERS },
  {
    photos: ({ gateways, database }) => paintedPhotos(gateways.photos, database.db),
    load: (world, report) => loadDemoWorld(world, world.partners.all(), { report }),
    describe: ({ partners }) => [
      '',
      `  Demo accounts, password ${demoPassword}`,
      '',
      ...demoAccounts(partners.all().filter(hasEnrollment)).map(
        ({ email, who }) => `    ${email.padEnd(34)}${who}`,
      ),
      `    ${demoStaff.email.padEnd(34)}staff: content before it is published`,
    ],
  },
)
