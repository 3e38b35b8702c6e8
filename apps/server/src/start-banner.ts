import type { World } from './world.ts'

export function startBanner({ env, partners }: World, demoLines: readonly string[] = []): string {
  const { port } = new URL(env.publicUrl)
  const address = (slug: string) => `http://${slug}.localhost${port ? `:${port}` : ''}`
  const sites = partners
    .all()
    .map(({ slug, settings }) => `    ${address(slug).padEnd(34)}${settings.programName}`)
  return ['', '  Dineward is ready.', '', ...sites, ...demoLines, ''].join('\n')
}
