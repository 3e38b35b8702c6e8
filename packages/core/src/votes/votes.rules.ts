export const votePlaces = { least: 2, most: 10 }
export const largestVoteParty = 20
export const maxVoteGuests = 50
/** A member has as many at once that have not been deleted. */
export const maxVotes = 20
export const longestGuestName = 30
