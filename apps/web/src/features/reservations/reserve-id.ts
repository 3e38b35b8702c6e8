/** Where the page's links to booking lead: `#reserve`. */
export const reserveId = 'reserve'

/** The member's own tables. */
export const reservationsPath = '/account/reservations'
