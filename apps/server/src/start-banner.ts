import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { demoAccounts, demoPassword, demoStaff } from './demo/demo-accounts.ts'
import type { World } from './world.ts'

/** What to open, and who to be: printed once the product can be used. */
export function startBanner({ env, partners }: World): string {
  const { port } = new URL(env.publicUrl)
  const address = (slug: string) => `http://${slug}.localhost${port ? `:${port}` : ''}`
  const sites = partners
    .all()
    .map(({ slug, settings }) => `    ${address(slug).padEnd(34)}${settings.programName}`)
  const lines = ['', '  Dineward is ready.', '', ...(env.production ? [`    ${env.publicUrl}`] : sites)]
  if (env.appEnv === 'demo') {
    const accounts = demoAccounts(partners.all().filter(hasEnrollment))
    lines.push(
      '',
      `  Demo accounts, password ${demoPassword}`,
      '',
      ...accounts.map(({ email, who }) => `    ${email.padEnd(34)}${who}`),
      `    ${demoStaff.email.padEnd(34)}staff: content before it is published`,
    )
  }
  return [...lines, ''].join('\n')
}
