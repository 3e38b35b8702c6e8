import { kitchen } from './kitchen.ts'

export const daytimeKitchens = [
  kitchen({
    cuisines: 'Cafe, Coffee, Bakery',
    share: 30,
    prices: '1111111122',
    hours: 'cafe',
    names:
      'Slow Kettle, Paper Crane Coffee, Morning Ledger, Tin Cup Café, Halfmoon Espresso, The Daily Crumb, Oat & Ember, Blue Hour Coffee, Penny Lane Roasters, Window Seat, Small Talk Coffee, Birdie, Sunday Cortado, Little Victories, Static & Steam, Porchlight Coffee',
    patterns: '* Coffee, Café *, * Espresso Bar',
    words: 'Anemone, Fieldmouse, Third Rail, Juno, Clementine, Seven Sparrows',
    starters: `Cappuccino | house blend | 5
      Cortado | single origin | 4.5
      Cold brew | twenty hours | 5
      Matcha latte | oat milk | 6
      Chai | simmered with ginger | 5.5`,
    mains: `Egg sandwich | cheddar, chili crisp, milk bread | 10
      Avocado toast | lemon, seeds, radish | 12
      Granola bowl | yogurt, stone fruit | 10
      Turkey club | sourdough, bacon | 14
      Grain bowl | soft egg, greens | 14
      Grilled cheese | tomato soup | 13`,
    last: `Almond croissant | twice baked | 6
      Banana bread | brown butter | 5
      Chocolate chip cookie | rye, sea salt | 4.5
      Lemon poppy scone | glaze | 5`,
    sections: 'Coffee, Kitchen, Bakes',
    says: `Beans roasted on Tuesdays, pastries baked daily, and a rule against laptops at the bar.
      A corner café in {n} with good light, honest drip coffee and a very calm dog.
      Espresso first, conversation second, and an egg sandwich that people cross town for.`,
  }),
  kitchen({
    cuisines: 'Bakery, French, Desserts',
    share: 18,
    prices: '1111111222',
    hours: 'cafe, morning',
    names:
      'Boulangerie Marthe, Flour & Feather, Miche & Co., Laminated, Crumb Theory, Butterfield Bakers, Rye Street Bakery, Golden Hour Bread, Patisserie Léonie, Knead & Company',
    patterns: 'Boulangerie *, * Bakehouse',
    words: 'Honoré, Violette, Emmer, Windmill',
    starters: `Croissant | cultured butter | 4.5
      Pain au chocolat | two batons | 5
      Kouign-amann | burnt sugar | 5.5
      Morning bun | orange, cinnamon | 5
      Seeded roll | salted butter | 4`,
    mains: `Ham and gruyère baguette | cornichons | 12
      Quiche | leeks, gruyère, salad | 13
      Tartine | ricotta, roasted tomato | 12
      Country loaf | naturally leavened | 9
      Chicken salad sandwich | tarragon, brioche | 13`,
    last: `Lemon tart | torched meringue | 7
      Éclair | dark chocolate | 6
      Canelé | rum, beeswax | 4.5
      Paris-Brest | hazelnut praline | 8`,
    sections: 'Viennoiserie, Bread and lunch, Pastry',
    says: `The first croissants come out at six; the last are usually gone by ten.
      Flour from three mills, a starter older than the lease, and windows you can watch through.
      A proper bakery for {n}: bread on the left, pastry on the right, a line in the middle.`,
  }),
  kitchen({
    cuisines: 'Breakfast, Brunch, Diner',
    share: 22,
    prices: '1111122222',
    hours: 'morning, morning, allDay',
    names:
      'Sunny Side Social, The Hash Club, Maple & Main, Over Easy Does It, Butter Lamp, Clover Diner, Yolk Street, Early Riser, Silver Spoon Luncheonette, Griddle Theory, Second Cup Diner, Short Stack Senate',
    patterns: '* Diner, * Luncheonette',
    words: 'Starlite, Beatrice, Comet, Lakeview, Happy Hour',
    starters: `Biscuit and jam | salted butter | 6
      Fruit and yogurt | honey, granola | 9
      Hash browns | crisp all over | 6
      Cinnamon roll | cream cheese, warm | 7
      Candied bacon | black pepper | 8`,
    mains: `Buttermilk pancakes | maple butter | 13
      Eggs Benedict | ham, brown butter hollandaise | 17
      Corned beef hash | two eggs, rye | 16
      French toast | brioche, berries | 15
      Huevos rancheros | black beans, salsa | 15
      Short rib hash | poached eggs | 18`,
    last: `Pie of the day | ask | 8
      Malted waffle | strawberries | 13
      Egg cream | chocolate or vanilla | 5`,
    sections: 'To start, Plates, Sweet',
    says: `Breakfast all day, refills without asking, and pancakes the size of a steering wheel.
      A diner counter from 1958 with a kitchen that has learned a few things since.
      Weekend brunch without the bottomless part: good eggs, strong coffee, a table by eleven if you are early.`,
  }),
  kitchen({
    cuisines: 'Deli, Sandwiches, Bagels',
    share: 18,
    prices: '1111111222',
    hours: 'cafe, allDay, morning',
    names:
      'Rye & Schmear, Half Sour, Appetizing & Sons, The Pastrami Papers, Hero Worship, Bialy Bros., Poppy & Salt Bagels, Corner Caper, Mustard Seed Deli, Kettle Bagel Works',
    patterns: '* & Daughters Deli, * Bagel',
    words: 'Roth, Feinberg, Orchard, Mercer, Saltzman',
    starters: `Half sours | from the barrel | 4
      Matzo ball soup | dill, schmaltz | 9
      Whitefish salad | crackers | 12
      Potato knish | mustard | 6
      Chopped liver | rye toast | 10`,
    mains: `Pastrami on rye | hand cut, mustard | 19
      Lox and schmear | capers, onion | 15
      Turkey hero | oil, vinegar, hot peppers | 14
      Reuben | sauerkraut, Swiss | 17
      Egg salad on challah | pickled celery | 12
      Italian combo | salami, provolone | 15`,
    last: `Black and white cookie | lemon, cocoa | 4.5
      Rugelach | three pieces | 6
      Babka | chocolate, warm | 7`,
    sections: 'Appetizing, Sandwiches, Sweet',
    says: `Pastrami steamed for hours and cut by hand, because a machine cannot feel the grain.
      Bagels boiled, then baked; the everything ones are finished first.
      A deli in {n} that still asks whether you want it lean, and judges a little.`,
  }),
  kitchen({
    cuisines: 'Vegetarian, Vegan, Salads',
    share: 18,
    prices: '1112222233',
    hours: 'allDay, cafe, dinner',
    names:
      'Root & Ritual, Greenhouse No. 5, Plot, The Kind Carrot, Wild Radish, Sprout Assembly, Herbivore Club, Leaf & Ladle, Good Soil, Marrow No More, Botany Bowl',
    patterns: '* Garden Kitchen, * Greens',
    words: 'Clover, Sunchoke, Fern, Lovage, Meadow',
    starters: `Carrot tartare | capers, rye crisp | 11
      Cashew ricotta toast | peas, mint | 12
      Charred broccoli | miso, almonds | 12
      Mushroom dumplings | black vinegar | 12
      Sweet potato soup | coconut, chili | 10`,
    mains: `Harvest bowl | farro, squash, tahini | 16
      King oyster scallops | corn, basil | 22
      Kale Caesar | smoked almonds, croutons | 15
      Beet burger | pickles, fries | 16
      Cauliflower steak | romesco, lentils | 21
      Green curry noodles | tofu, lime leaf | 17`,
    last: `Chocolate avocado mousse | sea salt | 9
      Coconut panna cotta | passion fruit | 9
      Almond cake | roasted plums | 9`,
    says: `Vegetables from a rooftop two blocks away, cooked by people who used to run a grill.
      No meat, no sermon: just a serious kitchen with a lot of smoke and salt.
      Bowls by day, tasting menu on Thursdays, and a kombucha tap that is better than it sounds.`,
  }),
  kitchen({
    cuisines: 'Cocktail Bar, Wine Bar, Small Plates',
    share: 20,
    prices: '2222233334',
    hours: 'bar',
    names:
      'The Velvet Hour, Low Light, Understudy, Paper Moon Bar, Night Heron, Coupe & Co., Vermouth Hour, Bar Lucerne, The Third Act, Amaro Room, Cellar Door, Dry Stone Wine Bar',
    patterns: 'Bar *, The * Lounge',
    words: 'Ottoline, Nocturne, Cassini, Halcyon, Persimmon',
    starters: `Marinated olives | orange peel, chili | 8
      Gilda | anchovy, pepper, olive | 6
      Crisps and caviar | crème fraîche | 22
      Whipped feta | honey, seeded crackers | 13
      Warm almonds | rosemary | 7`,
    mains: `Cheese and cured meats | quince, bread | 26
      Bar steak | fries, green sauce | 29
      Lobster rolls | two small, butter | 24
      Burger au poivre | one size, one way | 20
      Mushroom toast | comté, sherry | 16
      Tinned fish board | pickles, aioli | 21`,
    last: `Affogato | amaro | 9
      Chocolate truffles | four, salted | 9
      House martini | cold, with a sidecar | 17
      Spritz of the day | ask the bar | 15`,
    sections: 'Snacks, Plates, After',
    says: `Forty seats, no televisions, and a bartender who remembers what you had.
      Natural wine by the glass, vinyl on the shelf, and a kitchen that stays open past midnight.
      A below-street bar in {n} with excellent ice and better snacks.`,
  }),
  kitchen({
    cuisines: 'Desserts, Ice Cream',
    share: 13,
    prices: '1111111122',
    hours: 'allDay, late',
    names:
      'Sundae Best, Cold Comfort Creamery, Sugar Parade, Meringue & Sons, Scoop Dreams, Velvet Spoon, Cake Weather, Two Spoons Gelato',
    patterns: '* Creamery, Gelateria *',
    words: 'Lulu, Fiordilatte, Honeycomb, Bluebird',
    starters: `Single scoop | cone or cup | 5
      Double scoop | two flavors | 7.5
      Affogato | espresso, vanilla | 7
      Sorbet flight | three fruits | 8`,
    mains: `Hot fudge sundae | toasted almonds, cherry | 10
      Banana split | three scoops, brittle | 12
      Cookie sandwich | brown butter, vanilla | 8
      Slice of layer cake | changes daily | 9
      Warm brownie | salted caramel | 9`,
    last: `Hot chocolate | whipped cream | 6
      Milkshake | any flavor | 8
      Egg cream | fountain style | 5`,
    sections: 'Scoops, Sundaes and cakes, Drinks',
    says: `Ice cream made in the window, in batches small enough to sell out.
      A dessert counter in {n} that opens after lunch and closes when the last cake is cut.
      Eighteen flavors, two of them always new, and free tastes without the look.`,
  }),
  kitchen({
    cuisines: 'Ethiopian, Vegetarian',
    share: 9,
    prices: '1112222223',
    hours: 'lunchDinner, dinner, allDay',
    names: 'Addis & Avenue, Lalibela Table, Meskel Square, Teff House, Injera Social, Blue Nile Kitchen',
    patterns: 'Café *',
    words: 'Selam, Abeba, Harar',
    starters: `Sambusa | lentils, green chili | 7
      Azifa | lentil salad, mustard | 8
      Timatim | tomato, jalapeño, injera | 8
      Kategna | crisp injera, berbere butter | 8`,
    mains: `Doro wat | chicken, berbere, egg | 19
      Veggie combo | seven dishes on injera | 18
      Beef tibs | rosemary, onions | 21
      Kitfo | spiced butter, fresh cheese | 22
      Misir wat | red lentils | 15
      Lamb awaze | chili, mead | 23`,
    last: `Coffee ceremony | for two, popcorn | 14
      Spiced chocolate cake | cardamom | 8
      Honey wine | glass of tej | 9`,
    says: `One platter, many hands: order the combination and leave the forks where they are.
      Coffee is roasted at the table after dinner, and nobody is rushed through it.
      Berbere is ground upstairs; you can smell it from the corner in {n}.`,
  }),
  kitchen({
    cuisines: 'Poke, Hawaiian, Salads',
    share: 9,
    prices: '1111122222',
    hours: 'allDay, cafe',
    names:
      'Aloha Ledger, Big Wave Bowls, Ono Counter, Shoyu & Shore, North Swell Poke, Pineapple Express Bowls',
    patterns: '* Poke Bar',
    words: 'Hanalei, Makai, Lanai',
    starters: `Spam musubi | nori, teriyaki | 6
      Seaweed salad | sesame | 7
      Macaroni salad | island style | 5
      Taro chips | furikake | 5`,
    mains: `Ahi shoyu bowl | onion, limu, rice | 17
      Spicy salmon bowl | avocado, masago | 17
      Loco moco | egg, gravy | 16
      Huli huli chicken | pineapple slaw | 16
      Tofu ginger bowl | edamame, mango | 14`,
    last: `Shave ice | three syrups | 7
      Malasada | sugar, custard | 5
      Haupia | coconut squares | 6`,
    says: `Tuna cut all day long, rice that is still warm, and sauces that do not hide either.
      A plate-lunch counter that made it from Oahu to {n} with its recipes intact.
      Bowls to order in under three minutes, shave ice in under two.`,
  }),
]
