import type { Partner } from '@dineward/core/partner/partner.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type { ConsoleContext } from '../../context.ts'
import { permissionsOfStaff } from '../staff/grants.service.ts'

interface Change {
  readonly before: Partner
  readonly after: Partner
  readonly path: string
  readonly consoleHosts: readonly string[]
}

/** @throws `validation_failed` with a sentence, when the author could not undo the change. */
export async function refuseLockOut(ctx: ConsoleContext, change: Change): Promise<void> {
  const sentence = ofHosts(change) ?? (await ofRoles(ctx, change))
  if (sentence)
    throw new AppError('validation_failed', { fieldErrors: [{ field: 'value', message: sentence }] })
}

function ofHosts({ before, after, path, consoleHosts }: Change): string | null {
  if (path !== 'hostNames') return null
  const [were, are] = [before.settings.hostNames, after.settings.hostNames]
  if (are.length === 0 && were.length > 0)
    return 'Without a host name the site answers nowhere in production. Name the new one first.'
  const taken = are.find(name => consoleHosts.includes(name))
  return taken ? `${taken} is the console’s, which could not be opened any more.` : null
}

async function ofRoles(ctx: ConsoleContext, { after, path }: Change): Promise<string | null> {
  if (path !== 'staffRoles') return null
  const { actor, partners } = ctx
  const { slug } = after
  const may = permissionsAt(actor.grants, slug)
  if (!may.includes('staff.change')) return 'Roles are changed by those who may change staff.'
  const changed = {
    all: () => partners.all().map(one => (one.slug === slug ? after : one)),
    bySlug: (name: string) => (name === slug ? after : partners.bySlug(name)),
  }
  const left = await permissionsOfStaff({ db: ctx.db, partners: changed }, actor.id, slug)
  const lost = may.filter(one => !left.includes(one))
  return lost.length > 0
    ? `You would lose ${lost.join(', ')} here, and could not undo it. Ask someone else to change your role.`
    : null
}
