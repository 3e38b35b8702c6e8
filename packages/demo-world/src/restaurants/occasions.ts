/** Offers and events go by price level. None promises a reward: rewards are the program's. */

interface DemoOffer {
  readonly title: string
  readonly body: string
  readonly prices: readonly number[]
  /** Days until it ends; null: open-ended. */
  readonly days: number | null
}

export const offers: readonly DemoOffer[] = [
  {
    title: 'Dessert on the house',
    body: 'One dessert with every two mains, at dinner. Tell your server that you are a member.',
    prices: [2, 3],
    days: null,
  },
  {
    title: 'Half-price wine on Tuesdays',
    body: 'Every bottle on the list below $120, all evening. Dine in only.',
    prices: [2, 3],
    days: null,
  },
  {
    title: 'Two for one, 3 to 6 p.m.',
    body: 'Order two of anything below $15 and pay for one, Monday to Friday.',
    prices: [1],
    days: 40,
  },
  {
    title: 'Free side with any main',
    body: 'At lunch, every day. Dine in and takeout.',
    prices: [1, 2],
    days: null,
  },
  {
    title: 'A glass of something sparkling',
    body: 'To begin with, for each guest who has the tasting menu.',
    prices: [3, 4],
    days: 60,
  },
  {
    title: 'Tasting menu for the price of three courses',
    body: 'Monday to Wednesday, the first seating. Please mention it when you book.',
    prices: [4],
    days: 30,
  },
  {
    title: 'Kids eat free on Sundays',
    body: 'One child’s plate with each main, until 6 p.m.',
    prices: [1, 2],
    days: null,
  },
  {
    title: '15% off before 6 p.m.',
    body: 'On food, from opening to six. Rewards count on what you pay.',
    prices: [1, 2, 3],
    days: 25,
  },
  {
    title: 'A shared plate from the chef',
    body: 'Small, seasonal, and not on the menu. For tables of two and more.',
    prices: [2, 3, 4],
    days: 45,
  },
  {
    title: 'Free coffee after lunch',
    body: 'Espresso, filter or tea, Monday to Friday.',
    prices: [1, 2],
    days: null,
  },
]

interface DemoEvent {
  readonly title: string
  readonly body: string
  readonly prices: readonly number[]
  readonly from: string
  readonly to: string
}

export const events: readonly DemoEvent[] = [
  {
    title: 'Live jazz trio',
    body: 'Three players by the bar, two sets, no cover.',
    prices: [2, 3],
    from: '20:00',
    to: '22:30',
  },
  {
    title: 'Winemaker’s dinner',
    body: 'Five courses with five wines, and the person who made them at the table.',
    prices: [3, 4],
    from: '19:00',
    to: '22:00',
  },
  {
    title: 'Cook it with us',
    body: 'An evening at the pass: you fold, roll and fry, and eat all of it.',
    prices: [1, 2],
    from: '18:00',
    to: '20:30',
  },
  {
    title: 'Oyster night',
    body: 'Six kinds from both coasts, opened to order until they are gone.',
    prices: [2, 3, 4],
    from: '17:00',
    to: '21:00',
  },
  {
    title: 'The kitchen’s own menu',
    body: 'For one night the cooks serve what they eat after service.',
    prices: [2, 3],
    from: '18:30',
    to: '22:00',
  },
  {
    title: 'Trivia and small plates',
    body: 'Six rounds, teams of up to six. The winners’ first round is on us.',
    prices: [1, 2],
    from: '19:30',
    to: '21:30',
  },
  {
    title: 'Guest chef',
    body: 'A friend of the house takes over the stove for one seating.',
    prices: [3, 4],
    from: '18:00',
    to: '22:00',
  },
]
