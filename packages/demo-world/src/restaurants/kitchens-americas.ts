import { kitchen } from './kitchen.ts'

export const americanKitchens = [
  kitchen({
    cuisines: 'American, New American, Gastropub',
    share: 42,
    prices: '1222233334',
    hours: 'dinner, dinner, allDay, lunchDinner',
    names:
      'The Copper Larder, Marlow & Finch, Hearth & Harrow, Sparrow Tavern, The Quiet Acre, Juniper Room, Northbound Supper Club, Blue Door Provisions, Fig & Fennel, Tilia, Slate & Barley, The Lantern Room, Wren, Alder Table, Good Measure, Field Notes Kitchen, The Longshore, Parlor & Pine, Ordinary Saint, Second Helping',
    patterns: 'The * Tavern, * & Rye, The * Room',
    words: 'Marigold, Foxglove, Harbor, Thistle, Walnut, Magnolia, Bellwether, Larkspur',
    starters: `Deviled eggs | smoked trout, chives | 10
      Roasted beets | whipped goat cheese, dill | 14
      Parker House rolls | cultured butter | 8
      Crispy cauliflower | lemon aioli | 12
      Wedge salad | bacon, blue cheese | 14
      Scallop crudo | apple, celery | 19`,
    mains: `Roast chicken | bread salad, pan juices | 27
      Pork chop | peaches, mustard greens | 31
      Mushroom pot pie | puff pastry, thyme | 24
      Tavern burger | aged cheddar, fries | 20
      Seared salmon | lentils, dill yogurt | 29
      Hanger steak | chimichurri, potatoes | 33
      Squash agnolotti | sage, brown butter | 25`,
    last: `Sticky toffee pudding | crème fraîche | 11
      Apple crisp | vanilla ice cream | 10
      Chocolate pudding | sea salt, cream | 10
      Lemon tart | torched meringue | 11`,
    says: `A neighborhood restaurant in the best sense: the menu changes, the staff does not.
      Farm names on the chalkboard, candles on the tables, and portions that assume you walked here.
      Seasonal American cooking in a former hardware store; the nail drawers now hold the cutlery.
      The kind of place in {n} where the bar fills up at five and nobody leaves before dessert.`,
  }),
  kitchen({
    cuisines: 'Burgers, American',
    share: 24,
    prices: '1111112223',
    hours: 'allDay, late, allDay',
    names:
      'Smash Hour, Patty Parade, Griddle & Grin, Butcher’s Bun, Lucky Onion, The Double Stack, Cheddar Daddy, Corner Flat-Top, Brisket & Bun, Pickle Press, Half Pound Hall, Sunday Burger Club',
    patterns: '* Burger Bar, * Griddle',
    words: 'Lucille, Route Nine, Blue Bell, Dapper, Little Hank, Chromium',
    starters: `Fries | beef tallow, salt | 6
      Onion rings | buttermilk, ranch | 8
      Pickle chips | fried, hot honey | 8
      Wings | buffalo or dry rub | 12
      Chili cheese tots | scallion | 9`,
    mains: `Classic smash | two patties, American cheese | 12
      Bacon double | onion jam, cheddar | 15
      Patty melt | rye, caramelized onions | 14
      Hot chicken sandwich | slaw, pickles | 14
      Mushroom Swiss | thyme butter | 14
      Crispy chickpea burger | tahini, cucumber | 13`,
    last: `Malted shake | vanilla, chocolate, black and white | 8
      Warm cookie | soft serve | 7
      Root beer float | house syrup | 7`,
    sections: 'Sides, Burgers, Shakes and sweets',
    says: `Thin patties, lacy edges, soft potato rolls: a short menu done at speed.
      Beef ground every morning, fries cut every afternoon, shakes that need a spoon.
      A flat-top, eleven stools and a jukebox that only plays Motown.`,
  }),
  kitchen({
    cuisines: 'Steakhouse, American',
    share: 15,
    prices: '3333444444',
    hours: 'dinner',
    names:
      'Holloway Chophouse, The Iron Room, Porter & Prime, Blackwell’s, Cattleman’s Court, Ember Hall, Stockyard No. 8, Fulton Grill Room, Barrel & Blade',
    patterns: '* Chophouse, * Grill Room',
    words: 'Whitaker, Lombard, Prescott, Dunmore, Gallagher Row',
    starters: `Shrimp cocktail | horseradish, lemon | 15
      Caesar | table-side, anchovies | 12
      Oysters | half dozen, mignonette | 16
      Thick-cut bacon | maple, black pepper | 12
      Beef tartare | bone marrow toast | 15`,
    mains: `Ribeye | dry-aged thirty-five days | 40
      New York strip | peppercorn sauce | 37
      Filet mignon | béarnaise | 39
      Porterhouse for two | carved at the table | 82
      Roast half chicken | lemon, thyme | 24
      Cedar salmon | mustard, dill | 27`,
    last: `Creamed spinach | nutmeg | 10
      Cheesecake | sour cherries | 10
      Baked potato | butter, chives, bacon | 9
      Chocolate layer cake | enough for two | 12`,
    sections: 'To begin, From the broiler, Sides and desserts',
    says: `Dry-aged beef, strong drinks and leather booths that have heard a few deals.
      The meat locker is behind glass by the coat check, with the dates chalked on.
      A steakhouse that takes its potatoes as seriously as its porterhouse.`,
  }),
  kitchen({
    cuisines: 'Seafood, Oysters',
    share: 20,
    prices: '2222333344',
    hours: 'dinner, allDay, lunchDinner',
    names:
      'Salt & Sloop, The Tide Table, Pearl Street Raw Bar, Harbor Light Fish, Dock Nine, Lobster Ledger, Gull & Anchor, Blue Fathom, Kelp, Wharf Road, The Shuckery, Captain Ida’s',
    patterns: '* Oyster House, * Fish Bar',
    words: 'Montauk, Cutty, Rockaway, Bluepoint, Skipjack',
    starters: `Oysters | six, east and west | 20
      Clam chowder | bacon, oyster crackers | 12
      Crab cakes | mustard, celery root | 19
      Tuna crudo | olives, orange | 18
      Smoked fish dip | saltines, pickles | 13`,
    mains: `Lobster roll | butter, split-top bun | 32
      Fish and chips | malt vinegar, tartar | 22
      Cioppino | mussels, shrimp, toast | 31
      Seared scallops | corn, chili butter | 35
      Grilled swordfish | olives, tomato | 32
      Steamed mussels | beer, garlic | 23`,
    last: `Key lime pie | graham crust | 10
      Blueberry cobbler | buttermilk ice cream | 10
      Soft serve | sea salt caramel | 7`,
    sections: 'Raw bar and starters, Mains, Sweet',
    says: `The oyster list is written at noon and crossed out by nine.
      Day boats, ice, lemon: a raw bar in {n} that keeps the sauces on the side.
      Butcher paper, bibs and cold wine, with a lobster tank the children can visit.`,
  }),
  kitchen({
    cuisines: 'Barbecue, Southern',
    share: 18,
    prices: '1111222223',
    hours: 'allDay, lunchDinner',
    names:
      'Post Oak Pit, Smoke Season, Big Mercy Barbecue, Burnt Ends & Co., Pecan & Pit, Low Country Smoke, Hickory Daughter, Uncle Otis’, Sundown Smokehouse, Brisket Chapel',
    patterns: '* Smokehouse, * Pit',
    words: 'Caldwell, Red Dirt, Bluebonnet, Mesquite, Cutler',
    starters: `Burnt ends | pickles, white bread | 14
      Smoked wings | Alabama white sauce | 12
      Hush puppies | honey butter | 8
      Pimento cheese | saltines | 9
      Brisket chili | corn chips | 10`,
    mains: `Brisket | by the half pound | 19
      Spare ribs | dry rub, half rack | 21
      Pulled pork | vinegar slaw, bun | 15
      Smoked turkey | black pepper | 16
      Hot links | jalapeño, cheddar | 13
      Pit plate | two meats, two sides | 26`,
    last: `Banana pudding | vanilla wafers | 7
      Pecan pie | bourbon | 8
      Peach cobbler | ice cream | 8`,
    sections: 'To start, By the pound, Sweet',
    says: `Brisket goes on at nine at night, comes off at eleven in the morning, and is gone by seven.
      Post oak smoke, butcher paper and a roll of paper towels on every table.
      Texas rules in {n}: sauce is offered, never assumed.`,
  }),
  kitchen({
    cuisines: 'Southern, Soul Food, Chicken',
    share: 16,
    prices: '1112222233',
    hours: 'allDay, lunchDinner, morning',
    names:
      'Magnolia & Grits, Hen & Honey, Sweet Bay Supper, Biscuit Parlor, Miss Opal’s, Creole Letter, Gumbo Weather, Delta Porch, Cornbread Social, Hot Bird',
    patterns: 'Miss *’s Kitchen, * Fry House',
    words: 'Loretta, Beulah, Savannah, Ernestine',
    starters: `Fried green tomatoes | remoulade | 10
      Biscuits | sorghum butter | 8
      Gumbo | chicken, andouille, okra | 12
      Boiled peanuts | Cajun spice | 6
      Shrimp hush puppies | pepper jelly | 11`,
    mains: `Fried chicken | three pieces, hot honey | 18
      Shrimp and grits | tasso, scallion | 23
      Catfish | cornmeal, tartar, slaw | 19
      Chicken and waffles | bourbon syrup | 18
      Jambalaya | sausage, shrimp | 20
      Smothered pork chop | onion gravy | 21`,
    last: `Red velvet cake | cream cheese | 8
      Sweet potato pie | toasted pecans | 8
      Beignets | powdered sugar | 8`,
    says: `Chicken brined in sweet tea, fried in cast iron, and worth the twenty minutes.
      Grits from a mill in Georgia, shrimp from the Gulf, gospel on Sundays.
      A supper club with a porch, or as close to a porch as {n} allows.`,
  }),
  kitchen({
    cuisines: 'Mexican, Tacos',
    share: 36,
    prices: '1111222233',
    hours: 'allDay, late, dinner, lunchDinner',
    names:
      'Taquería Luna Roja, Casa Nopal, Mezcal Letter, Milpa Verde, La Cantina Perdida, El Gallo Azul, Maíz & Co., Tía Chelo, Comal Street, Tres Piedras, Agave Drive, La Reina del Sur, Pastor Nights, Barrio Norte, Flor de Calabaza, El Trompo Loco, Mercado Oaxaca',
    patterns: 'Taquería *, Cocina *, Cantina *',
    words: 'Mariposa, Xochitl, La Esquina, Coyoacán, Don Beto, Jacaranda, Estrella',
    starters: `Guacamole | serrano, cotija, warm chips | 12
      Esquites | corn, lime, chili | 8
      Aguachile | shrimp, cucumber, serrano | 17
      Queso fundido | chorizo, tortillas | 12
      Tuna tostada | chipotle, avocado | 15`,
    mains: `Tacos al pastor | pineapple, onion | 13
      Birria tacos | consommé for dipping | 15
      Chicken mole | sesame, rice | 21
      Carnitas by the half pound | tortillas, salsa verde | 19
      Baja fish tacos | cabbage, crema | 14
      Chile relleno | cheese, tomato broth | 17
      Carne asada | scallions, guacamole | 25`,
    last: `Churros | cajeta, chocolate | 8
      Tres leches | strawberries | 8
      Flan | coconut | 7`,
    sections: 'Antojitos, Platos, Postres',
    says: `Corn is nixtamalized in the back and pressed in the front; you can taste the difference.
      Al pastor turns on the trompo from noon, and the pineapple falls where it should.
      Oaxacan cooking with five moles and more mezcal than the shelf was built for.
      A taco counter in {n} with a green salsa that regulars ask for by the jar.`,
  }),
  kitchen({
    cuisines: 'Peruvian, Latin American, Seafood',
    share: 9,
    prices: '2222233334',
    hours: 'dinner, lunchDinner',
    names: 'Chifa Estela, Leche de Tigre, Mar y Lima, Pollo Inti, Rocoto Room, Pisco Parlor',
    patterns: 'Cevichería *',
    words: 'Callao, Miraflores, Marisol',
    starters: `Ceviche clásico | leche de tigre, sweet potato | 18
      Causa | potato, crab, avocado | 15
      Anticuchos | beef heart, ají panca | 14
      Yuca fries | huancaína | 9`,
    mains: `Lomo saltado | beef, tomato, fries | 26
      Pollo a la brasa | half, green sauce | 19
      Ají de gallina | chicken, walnuts | 21
      Arroz con mariscos | shrimp, squid | 28
      Tallarín verde | basil, steak | 26`,
    last: `Suspiro limeño | port meringue | 9
      Picarones | squash, spiced syrup | 9
      Lucuma ice cream | cacao nibs | 8`,
    says: `Ceviche cut to order and served cold, sharp and quickly.
      Rotisserie chicken, green sauce, and a line of people who know each other.
      Where Lima's Chinese kitchens and its fish market meet, in {n}.`,
  }),
  kitchen({
    cuisines: 'Caribbean, Jamaican, Cuban',
    share: 14,
    prices: '1111222223',
    hours: 'allDay, bar, lunchDinner',
    names:
      'Sugar Bay Jerk, Mango Telegraph, Havana Stoop, Scotch Bonnet, Palmetto Social, Café Malecón, Island Ledger, Plantain Republic',
    patterns: 'Café *, * Jerk Yard',
    words: 'Camagüey, Port Royal, Tropicana, Montego',
    starters: `Jerk wings | scotch bonnet, lime | 12
      Conch fritters | pepper mayo | 13
      Tostones | garlic mojo | 8
      Doubles | chickpeas, tamarind | 8
      Ham croquettes | lime | 9`,
    mains: `Jerk chicken | rice and peas, slaw | 18
      Oxtail | butter beans, gravy | 25
      Ropa vieja | black beans, plantain | 21
      Cubano | ham, pork, pickles | 14
      Escovitch snapper | peppers, onions | 27
      Curry goat | roti | 22`,
    last: `Rum cake | warm, custard | 8
      Coconut flan | caramel | 8
      Guava pastelito | cream cheese | 5`,
    says: `Jerk from a drum pan in the yard, rum from most of the islands.
      A Cuban lunch counter in {n} with a press for the sandwiches and a window for the coffee.
      Oxtail on Thursdays, live music on Fridays, no hurry on either.`,
  }),
]
