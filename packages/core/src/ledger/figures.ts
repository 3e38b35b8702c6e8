/** Of a partner statement. Its opening and closing are what is outstanding before and after the month. */
export const movementFigureNames = [
  'outstanding',
  'earned',
  'bonuses',
  'takenBack',
  'adjusted',
  'paidByPartner',
  'returnedToProgram',
  'settled',
  'paidOut',
] as const

/** Of liability, by the balance of each member. */
export const balanceFigureNames = ['owedToMembers', 'owedByMembers', 'expectedBreakage'] as const

/** Of the bridge from what restaurants were told about a month to the partner statement; each needs a month. */
export const bridgeFigureNames = [
  'postedInOtherMonths',
  'dinesOfOtherMonths',
  'dinesOfNoStatement',
  'withoutDine',
  'bonusesPaidByPartner',
] as const

/** Each is a sum of postings, and opens into them. */
export const postingFigureNames = [
  ...movementFigureNames,
  ...balanceFigureNames,
  'awaitingPartner',
  ...bridgeFigureNames,
] as const
export type PostingFigure = (typeof postingFigureNames)[number]
