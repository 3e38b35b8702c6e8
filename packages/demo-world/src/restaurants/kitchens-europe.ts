import { kitchen } from './kitchen.ts'

export const europeanKitchens = [
  kitchen({
    cuisines: 'Italian, Pasta',
    share: 44,
    prices: '1222223334',
    hours: 'dinner, dinner, lunchDinner, allDay',
    names:
      'Lupetta, Osteria Sottovoce, Vecchio Molo, Nonna Assunta, Forno Lungo, Casa Lumen, Tavola Piccola, Il Gatto Nero, Cucina Amara, Sale e Limone, Mezzaluna Street, Bottega Ninfa, Fiore di Zucca, Bar Pellegrina, Ragazza, Enoteca Tramonto, Sugo, Pastificio Orsini, La Vigilia, Carbonella',
    patterns: 'Trattoria *, Osteria *, Da *, Cucina *',
    words: 'Ornella, Bruno, Celestina, Marchetti, Fausto, Loredana, Settembre, Aurora',
    starters: `Burrata | grilled peach, basil oil, sea salt | 16
      Fried zucchini blossoms | ricotta, anchovy, lemon | 15
      Arancini | saffron rice, smoked mozzarella | 12
      Little gem salad | pecorino, breadcrumbs, colatura | 14
      Focaccia | rosemary, whipped butter | 8
      Vitello tonnato | capers, celery leaf | 17`,
    mains: `Cacio e pepe | tonnarelli, three peppers | 19
      Pappardelle with short rib ragù | braised overnight, parmesan | 24
      Rigatoni alla vodka | Calabrian chili, basil | 20
      Linguine with clams | white wine, garlic, parsley | 25
      Chicken under a brick | lemon, salsa verde | 27
      Eggplant parmigiana | San Marzano tomato, provola | 21
      Branzino | fennel, olives, orange | 32`,
    last: `Tiramisù | mascarpone, espresso, cocoa | 11
      Olive oil cake | citrus, crème fraîche | 10
      Pistachio gelato | Sicilian pistachios, salt | 8
      Panna cotta | strawberries, balsamic | 10`,
    sections: 'Antipasti, Pasta and mains, Dolci',
    says: `A narrow {n} dining room where the pasta is rolled in the front window every afternoon.
      Roman cooking without ceremony: four pastas, one roast and a wine list that stays south of Florence.
      The wood oven in the corner never goes out, and most of the menu passes through it.
      A family kitchen in {n} that cooks the Sunday dishes of Emilia on weekdays too.`,
  }),
  kitchen({
    cuisines: 'Pizza, Italian',
    share: 36,
    prices: '1111122223',
    hours: 'allDay, allDay, late, dinner',
    names:
      'Corner Slice Society, Ember & Crust, Two Boots of Basil, Forno Notturno, Blistered, Grandma Square, Char Line Pizza, Margherita Social, Saint Marinara, Proof Pizza Room, Slow Dough, Hot Tip Pizza, Double Zero Hall, Uncle Sal’s Coal Oven, Pie Window, Fold It, Upper Crust Union',
    patterns: '* Slice Shop, Pizzeria *, * Coal Oven',
    words: 'Vesuvia, Bellacosa, Fourth Street, Marino, Little Star, Ottava, Ninth Avenue',
    starters: `Garlic knots | parsley butter, parmesan | 7
      Meatballs | marinara, whipped ricotta | 12
      Chopped salad | provolone, chickpeas, oregano | 13
      Burnt-edge cauliflower | golden raisins, pine nuts | 11
      Marinated olives | orange, fennel seed | 7`,
    mains: `Margherita | San Marzano tomato, fior di latte | 17
      Pepperoni cups | hot honey, aged mozzarella | 20
      White pie | ricotta, garlic, lemon zest | 19
      Mushroom and fontina | thyme, crème fraîche | 21
      Clam pie | littlenecks, pecorino, chili | 24
      Grandma square | crushed tomato, basil, crisp edges | 18
      Sausage and broccoli rabe | fennel sausage, smoked provola | 21`,
    last: `Nutella calzone | toasted hazelnuts | 10
      Soft serve | olive oil, sea salt | 7
      Cannoli | ricotta, candied orange | 8`,
    sections: 'Small plates, Pies, Sweet',
    says: `Naturally leavened dough, a very hot oven and a line that moves faster than it looks.
      Square pies, round pies and a slice counter that keeps {n} fed after midnight.
      The dough rests for three days; the pizza takes ninety seconds.
      A coal oven from 1931, patched and stubborn, and the leopard-spotted pies it turns out.`,
  }),
  kitchen({
    cuisines: 'French, Bistro, Wine Bar',
    share: 22,
    prices: '2233334444',
    hours: 'dinner, dinner, lunchDinner',
    names:
      'Bistro Hirondelle, Chez Odile, Le Petit Quai, La Marmite, Brasserie Verlaine, Café Mirabelle, Aux Trois Tilleuls, Maison Perdrix, Le Coin Bleu, Margaux & Fils, Rive Droite, L’Escargot Vert, Sans Souci Supper, Au Bon Zinc',
    patterns: 'Bistro *, Chez *, Café *',
    words: 'Colette, Lucienne, Armand, Fontaine, Delphine, Bertrand',
    starters: `Onion soup | comté, beef broth, sherry | 15
      Steak tartare | cornichon, egg yolk, toast | 19
      Escargots | parsley butter, pastis | 17
      Leeks vinaigrette | hazelnut, chopped egg | 14
      Country pâté | mustard, pickled cherries | 16`,
    mains: `Steak frites | béarnaise, watercress | 36
      Duck confit | lentils, frisée | 33
      Mussels | white wine, shallots, fries | 26
      Roast chicken for two | jus, buttered potatoes | 58
      Trout amandine | brown butter, green beans | 31
      Omelette | gruyère, chives, salad | 21`,
    last: `Crème brûlée | vanilla, burnt sugar | 12
      Profiteroles | ice cream, warm chocolate | 13
      Tarte tatin | apples, crème fraîche | 13
      Cheese plate | three cheeses, honey | 18`,
    sections: 'Entrées, Plats, Desserts',
    says: `Zinc bar, paper on the tables, and a steak frites that has not changed since opening night.
      A bistro of the old school: butter, patience, and a chalkboard that is wiped clean at five.
      The kitchen cooks the food of Lyon; the cellar pours the wines of the Loire.`,
  }),
  kitchen({
    cuisines: 'Spanish, Tapas, Wine Bar',
    share: 16,
    prices: '2222333344',
    hours: 'dinner, dinner, bar',
    names:
      'Bar Golondrina, Casa Almendro, La Sobremesa, Tinto y Brasa, El Rincón de Luz, Mercat Nou, Pintxo Parade, Sal de Mar, Boquerón Bar, Txiki, La Cazuela Roja',
    patterns: 'Bar *, Casa *',
    words: 'Aranjuez, Pilar, Mencía, Oriol, Santurce',
    starters: `Patatas bravas | smoked paprika, aioli | 11
      Jamón ibérico | tomato bread | 24
      Gambas al ajillo | garlic, chili, sherry | 17
      Tortilla | soft center, onion | 12
      Boquerones | vinegar, parsley, potato chips | 13
      Croquetas | ham, nutmeg | 12`,
    mains: `Seafood paella | shrimp, mussels, socarrat | 34
      Grilled octopus | potato, pimentón | 26
      Lamb shoulder | almonds, preserved lemon | 36
      Mushroom rice | egg yolk, manchego | 25
      Pluma ibérica | mojo rojo, charred leek | 33`,
    last: `Basque cheesecake | burnt top, sherry | 12
      Churros | thick chocolate | 10
      Crema catalana | cinnamon, lemon | 10`,
    sections: 'Tapas, Larger plates, Postres',
    says: `Stand at the marble bar for vermouth and anchovies, or sit and let the paella take its forty minutes.
      Small plates from San Sebastián, loud music, and sherry poured from a height.
      A charcoal grill, a good tin list and the longest bar in {n}.`,
  }),
  kitchen({
    cuisines: 'Greek, Mediterranean, Seafood',
    share: 15,
    prices: '1222233344',
    hours: 'allDay, dinner, lunchDinner',
    names:
      'Taverna Kalliope, Psari House, Thalassa Grill, Mikro Taverna, Oregano & Ash, Ouzeri Blue, Yiayia’s Table, Santorini Row, Elia Grove, Meltemi',
    patterns: 'Taverna *, * Estiatorio',
    words: 'Ariadne, Leandros, Xenia, Petros, Anthos',
    starters: `Taramasalata | warm pita | 12
      Saganaki | kasseri, honey, sesame | 14
      Village salad | tomato, cucumber, feta | 15
      Grilled octopus | fava, capers | 19
      Dolmades | dill, lemon yogurt | 11`,
    mains: `Whole grilled fish | lemon, oregano | 36
      Lamb chops | fried potatoes, mint | 38
      Moussaka | béchamel, cinnamon | 24
      Chicken souvlaki | pita, tzatziki | 19
      Shrimp saganaki | tomato, ouzo, feta | 27
      Briam | summer vegetables, olive oil | 20`,
    last: `Galaktoboureko | custard, syrup | 9
      Greek yogurt | thyme honey, walnuts | 8
      Baklava | pistachio, rose | 9`,
    sections: 'Meze, From the grill, Sweet',
    says: `Whole fish on ice by the door: point at one, and it comes back with lemon and oregano.
      A blue-and-white room in {n} where the meze arrive faster than you can make space for them.
      Island cooking with a charcoal grill and a very long olive oil list.`,
  }),
  kitchen({
    cuisines: 'Mediterranean, Middle Eastern, Vegetarian',
    share: 24,
    prices: '1112222334',
    hours: 'allDay, dinner, lunchDinner',
    names:
      'Saffron & Sumac, Beit Noor, Za’atar House, Tamar, Cedar Street Kitchen, Olive Court, Musa’s Falafel, Sabra Yard, Levant Room, Laffa Laffa, Pomegranate Hall, Haifa Corner, Sesame & Smoke, The Mezze Club, Ayla',
    patterns: '* Kitchen, Café *',
    words: 'Dalia, Nadim, Yasmine, Karim, Samira, Batroun',
    starters: `Hummus | warm chickpeas, olive oil, paprika | 11
      Baba ghanoush | charred eggplant, pomegranate | 11
      Falafel | tahini, pickled turnip | 10
      Fattoush | sumac, toasted pita | 12
      Labneh | mint, chili butter | 10
      Muhammara | walnuts, red pepper | 11`,
    mains: `Chicken shawarma plate | rice, garlic sauce, pickles | 18
      Lamb kofta | grilled onions, tahini | 21
      Whole roasted cauliflower | green tahini, almonds | 19
      Shakshuka | feta, herbs, bread | 16
      Grilled branzino | chermoula, herb salad | 29
      Mixed grill | for two, charred tomatoes | 44`,
    last: `Kunafa | sweet cheese, orange blossom | 10
      Halva sundae | sesame, caramel | 9
      Malabi | rose, coconut, peanuts | 8`,
    sections: 'Mezze, Plates, Sweet',
    says: `Everything starts with the bread, which comes out of a clay oven in the middle of the room.
      A generous mezze table in {n}: order for two, and plan to share with the next table.
      Recipes from Haifa, Beirut and Damascus, cooked side by side over charcoal.
      Bright, herb-heavy cooking that happens to be mostly vegetarian.`,
  }),
]
