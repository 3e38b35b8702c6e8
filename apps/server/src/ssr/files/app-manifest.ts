import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { type AppIcon, appPicturesOf, messageOf, pictureUrl } from './app-icons.ts'

/** Where an installed app opens; tracking takes the source from the address. */
const from = '?source=pwa'

/** Leaves out icons that cannot be drawn; `onProblem` gets a sentence that names the file, once a partner. */
export async function appManifest(
  partner: Partner,
  now: Date,
  onProblem: (sentence: string) => void,
): Promise<object> {
  const { settings, theme, copy } = partner
  const placeholders = partnerPlaceholders(partner, copy['login.staySignedIn'], now)
  const text = (key: CopyKey) => copyText(copy, key, placeholders)
  const icons = await drawnIcons(partner, onProblem)
  const shortcut = (name: string, path: string) => ({
    name,
    url: `${path}${from}`,
    icons: icons.filter(({ sizes, purpose }) => sizes === '192x192' && purpose === 'any'),
  })
  return {
    id: '/',
    name: settings.programName,
    short_name: text('app.shortName'),
    description: settings.routeMeta['/']?.description ?? text('app.description'),
    lang: 'en-US',
    dir: 'ltr',
    start_url: `/${from}`,
    scope: '/',
    display: 'standalone',
    theme_color: theme.colors.header,
    background_color: theme.colors.page,
    categories: ['food', 'lifestyle'],
    icons,
    shortcuts: [
      shortcut(text('app.shortcut.search'), '/search'),
      ...(hasEnrollment(partner) ? [shortcut(text('app.shortcut.account'), '/account/overview')] : []),
    ],
  }
}

const reported = new WeakSet<Partner>()

async function drawnIcons(partner: Partner, onProblem: (sentence: string) => void) {
  const icons = appPicturesOf(partner).icons.filter(({ purpose }) => purpose !== 'touch')
  const drawn = await Promise.allSettled(icons.map(icon => icon.content()))
  const refused = drawn.find(result => result.status === 'rejected')
  if (refused && !reported.has(partner)) {
    reported.add(partner)
    onProblem(`partners/${partner.source.slug}/${messageOf(refused.reason)}`)
  }
  return icons.filter((_, index) => drawn[index]?.status === 'fulfilled').map(entryOf)
}

const entryOf = (icon: AppIcon) => ({
  src: pictureUrl(icon),
  sizes: `${icon.width}x${icon.height}`,
  type: 'image/png',
  purpose: icon.purpose,
})
