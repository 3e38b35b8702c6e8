/** Lines are in the order of the statement, with the sign of their effect. */
export const movementLines = [
  ['opening', 'Outstanding to members before', 1],
  ['earned', 'Earned by dines', 1],
  ['bonuses', 'Offers and bonuses', 1],
  ['takenBack', 'Taken back after refunds', -1],
  ['adjusted', 'Adjusted by staff', 1],
  ['returnedToProgram', 'Given up by erased members', -1],
  ['settled', 'Credited by the partner', -1],
  ['paidOut', 'Paid out', -1],
  ['closing', 'Outstanding to members after', 1],
] as const
