/** Where a link that the program's own system has asked for leads first: it signs in, and leads on. */
export const sessionLinkPath = '/session_link'
/** The page of a link that does not work. */
export const usedSessionLinkPath = '/session_link_used'
export const sessionLinkSeconds = 60
