import { closedAnnouncementIn } from '@dineward/core/pages/announcement.rules.ts'
import type { Visit } from '../http/forwarding.ts'

/** The mark of the announcement that this visitor closed, or null. */
export const closedAnnouncementOf = ({ headers, protocol }: Pick<Visit, 'headers' | 'protocol'>) =>
  closedAnnouncementIn(headers.cookie ?? '', { secure: protocol === 'https' })
