import type { FrameContent } from '../content/frame-content.ts'
import { type Connection, cookieIn, hostCookie } from '../shared/host-cookie.ts'

export const announcementCookie = 'dw_closed_announcement'

/** A short name of its words, by which a visitor's browser knows which one was closed. Another one shows again. */
export function announcementMark(announcement: FrameContent['announcement']): string {
  let hash = 0
  for (const sign of JSON.stringify(announcement)) hash = (hash * 31 + sign.codePointAt(0)!) >>> 0
  return hash.toString(36)
}

/** @returns null where none was closed, and for what cannot be a mark. */
export function closedAnnouncementIn(cookies: string, connection: Connection): string | null {
  const mark = cookieIn(cookies, hostCookie(announcementCookie, connection)) ?? ''
  return /^[a-z0-9]{1,7}$/.test(mark) ? mark : null
}

/** The pages that show it: where people arrive and choose, and no task is in progress. */
export const showsAnnouncement = (path: string): boolean => ['/', '/discover', '/search'].includes(path)
