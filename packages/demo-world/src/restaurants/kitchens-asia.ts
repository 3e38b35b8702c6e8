import { kitchen } from './kitchen.ts'

export const asianKitchens = [
  kitchen({
    cuisines: 'Japanese, Sushi',
    share: 32,
    prices: '2223333444',
    hours: 'dinner, dinner, lunchDinner',
    names:
      'Umi no Ie, Sushi Kagami, Hinoki Counter, Little Kyoto, Bar Tsubaki, Nami Hand Roll, Izakaya Hotaru, Kaze Robata, Tonbo, Omakase Room Nine, Shiro & Shoyu, Sushi Minato, Yoru, Matcha & Mirin, Torikizoku Lane, Uzura',
    patterns: 'Sushi *, Izakaya *, * Robata',
    words: 'Akane, Fujino, Haru, Komorebi, Mizuki, Tanuki, Yamabuki',
    starters: `Agedashi tofu | ginger, bonito | 10
      Hamachi crudo | yuzu, green chili | 19
      Chicken karaage | kewpie, lemon | 12
      Miso eggplant | sesame, scallion | 11
      Edamame | smoked salt | 6
      Spicy tuna crispy rice | jalapeño | 16`,
    mains: `Sushi set | nine pieces, one roll | 34
      Chirashi | fish of the day, ikura | 32
      Black cod | saikyo miso, pickles | 33
      Yakitori set | six skewers, cabbage | 26
      Toro hand roll | crisp nori | 14
      Wagyu don | onsen egg, rice | 38
      Tempura udon | shrimp, dashi | 21`,
    last: `Matcha soft serve | black sesame | 8
      Yuzu cheesecake | shiso | 11
      Mochi | three flavors | 8`,
    sections: 'Small, From the counter, Sweet',
    says: `Twelve seats at a hinoki counter, warm rice, and fish that was cut while you watched.
      An izakaya with a charcoal grill, cold beer and a chalkboard of whatever came in this morning.
      Hand rolls passed over the bar one at a time, because nori waits for nobody.
      Quiet, precise cooking in the noisiest part of {n}.`,
  }),
  kitchen({
    cuisines: 'Ramen, Japanese, Noodles',
    share: 18,
    prices: '1111222223',
    hours: 'allDay, late, lunchDinner',
    names:
      'Kotsu Lab, Slurp Counter, Menya Raijin, Night Market Ramen, Broth & Bone, Tonari, Noodle Weather, Red Lantern Ramen, Shoyu Street, Ramen Hoshi, Two Eggs Ramen',
    patterns: 'Menya *, Ramen *',
    words: 'Ginza, Kuro, Tori, Yuki, Sakana, Musashi',
    starters: `Pork gyoza | crisp skirt, chili vinegar | 9
      Smashed cucumbers | sesame, garlic | 7
      Pork buns | hoisin, pickles | 10
      Takoyaki | bonito, kewpie | 9
      Ajitama egg | soy, mirin | 3`,
    mains: `Tonkotsu | eighteen-hour broth, chashu | 17
      Spicy miso | ground pork, corn, butter | 17
      Shoyu chicken | bamboo, nori, clear broth | 16
      Tsukemen | thick noodles, dipping broth | 18
      Mushroom shio | kombu, bok choy, yuzu | 16
      Mazemen | no broth, egg yolk, crispy garlic | 16`,
    last: `Coconut sorbet | toasted rice | 6
      Black sesame ice cream | brittle | 6
      Taiyaki | red bean, custard | 7`,
    sections: 'Sides, Bowls, Sweet',
    says: `The broth goes on at four in the morning and is usually gone by ten at night.
      Nineteen stools, one noodle machine and a window that is always fogged.
      House-made noodles in {n}, thick or thin, firm unless you say otherwise.`,
  }),
  kitchen({
    cuisines: 'Chinese, Noodles',
    share: 24,
    prices: '1112222233',
    hours: 'allDay, late, lunchDinner',
    names:
      'Golden Abacus, Mala Junction, Jade Courtyard, Moon Over Chengdu, Hand Pulled Harry’s, Nine Dragon Kitchen, Peppercorn Alley, Tea Horse Road, Lucky Persimmon, Red Envelope, Plum & Pepper, Double Phoenix, Lotus Root, Hot Pot Republic',
    patterns: 'Golden *, * Garden, House of *',
    words: 'Lychee, Magpie, Bamboo, Osmanthus, Carp, Jasmine',
    starters: `Smashed cucumber | garlic, black vinegar | 8
      Wontons in chili oil | pork, sesame | 11
      Scallion pancakes | ginger soy | 8
      Salt and pepper squid | jalapeño | 14
      Cold sesame noodles | peanut, cucumber | 10`,
    mains: `Mapo tofu | fermented beans, Sichuan pepper | 16
      Dry-fried green beans | preserved mustard | 14
      Cumin lamb | flatbread, cilantro | 21
      Dan dan noodles | minced pork, chili oil | 14
      Whole steamed fish | ginger, scallion | 36
      Kung pao chicken | peanuts, dried chilies | 17
      Biang biang noodles | braised beef | 16`,
    last: `Mango pudding | coconut | 7
      Black sesame balls | warm, crisp | 7
      Almond tofu | lychee | 7`,
    sections: 'Cold dishes, Hot dishes, Sweet',
    says: `Sichuan cooking that takes the numbing part as seriously as the hot part.
      Noodles are pulled to order at the counter, with a slap you can hear from the street.
      A round-table restaurant in {n} for families, birthdays and anyone who orders the whole fish.`,
  }),
  kitchen({
    cuisines: 'Dim Sum, Chinese, Dumplings',
    share: 13,
    prices: '1112222233',
    hours: 'allDay, cafe, lunchDinner',
    names:
      'Bao Window, Steam Basket, Dumpling Weather, Lucky Cat Dim Sum, Pearl Cart, Pleat & Fold, Little Bao Bao, Har Gow House, Soup Dumpling Society',
    patterns: '* Dumpling House, * Tea Parlor',
    words: 'Lantern, Porcelain, Crane, Bell Street',
    starters: `Har gow | shrimp, clear skin | 9
      Siu mai | pork, mushroom, roe | 8
      Turnip cake | crisp edges | 8
      Spring rolls | vegetables, sweet chili | 7
      Char siu bao | steamed or baked | 8`,
    mains: `Soup dumplings | pork, ginger vinegar | 13
      Crab soup dumplings | eight pieces | 17
      Rice noodle rolls | shrimp, sweet soy | 11
      Sticky rice in lotus leaf | sausage, mushroom | 12
      Pan-fried pork buns | sesame, chive | 11
      Roast duck noodles | broth, greens | 18`,
    last: `Egg tarts | warm, three pieces | 7
      Custard lava bun | salted yolk | 8
      Mango sago | pomelo | 8`,
    sections: 'Small steamers, Large steamers, Sweet',
    says: `Eighteen pleats to a dumpling, counted, by four people who do nothing else.
      Carts on weekends, a paper menu on weekdays, and tea that is refilled before you notice.
      Steam, noise and very good chili oil in the heart of {n}.`,
  }),
  kitchen({
    cuisines: 'Indian, Vegetarian',
    share: 22,
    prices: '1122222334',
    hours: 'lunchDinner, dinner, allDay',
    names:
      'Cardamom Lane, Tiffin Social, Bombay Telegraph, Masala Meridian, Saffron Junction, Copper Handi, Spice Route Canteen, Dhaba 32, Monsoon Room, Ginger & Ghee, Tamarind Post, Chutney Mary’s Cousin, Rani Table, Banyan',
    patterns: '* Canteen, Café *',
    words: 'Malabar, Irani, Lakshmi, Madras, Darjeeling, Kolkata',
    starters: `Samosa chaat | chickpeas, tamarind, yogurt | 10
      Gunpowder potatoes | fenugreek, lime | 9
      Chicken tikka | mint chutney | 14
      Pani puri | spiced water, sprouts | 9
      Okra fries | chaat masala | 8`,
    mains: `Butter chicken | tomato, fenugreek, cream | 20
      Lamb rogan josh | Kashmiri chili | 24
      Goan fish curry | coconut, kokum | 24
      Dal makhani | cooked for a day | 16
      Paneer makhani | smoked tomato | 18
      Lamb biryani | sealed pot, raita | 25
      Baingan bharta | charred eggplant | 17`,
    last: `Gulab jamun | rose syrup, warm | 7
      Kulfi | pistachio, saffron | 8
      Mango lassi cheesecake | ginger crumb | 9`,
    sections: 'Chaat and small plates, Curries and grills, Sweet',
    says: `Two tandoors, a wall of pickles, and naan that leaves the oven when you sit down.
      A canteen in the style of the Irani cafés of Bombay, down to the marble tables.
      Regional cooking that changes state every month and keeps the butter chicken all year.`,
  }),
  kitchen({
    cuisines: 'Thai, Noodles',
    share: 18,
    prices: '1112222233',
    hours: 'lunchDinner, allDay, dinner',
    names:
      'Little Isaan, Krua Malee, Night Bazaar, Bangkok Balcony, Lemongrass & Lime, Sticky Rice Club, Chili Bird, Pad & Pestle, Lanna House, Tuk Tuk Supper, Holy Basil Hall',
    patterns: 'Krua *, * Thai Kitchen',
    words: 'Mali, Somchai, Orchid, Siam Square, Plearn',
    starters: `Som tum | green papaya, peanuts, lime | 12
      Larb | minced chicken, toasted rice | 13
      Fish cakes | cucumber relish | 11
      Crispy rice salad | ginger, herbs | 12
      Chicken wings | fish sauce, palm sugar | 12`,
    mains: `Khao soi | coconut curry, crisp noodles | 17
      Green curry | eggplant, basil | 17
      Pad see ew | charred wide noodles, greens | 15
      Pad kra pao | holy basil, fried egg | 16
      Whole fried snapper | three-flavor sauce | 34
      Massaman beef | potato, peanuts | 20`,
    last: `Mango sticky rice | coconut cream | 9
      Coconut ice cream | peanuts, palm seed | 7
      Thai tea tres leches | condensed milk | 9`,
    says: `Northern Thai cooking with the heat left in; ask, and they will turn it down a little.
      The papaya salad is pounded to order, and you will hear it before you taste it.
      A street-stall menu in a proper room: plastic stools outside, cold beer within.`,
  }),
  kitchen({
    cuisines: 'Vietnamese, Noodles',
    share: 14,
    prices: '1111222223',
    hours: 'allDay, lunchDinner, cafe',
    names:
      'Phở Sunday, Saigon Stairwell, Bánh Mì Bureau, Hanoi House Blend, Mekong & Main, Lotus Broth, Lemongrass Corner, Em Gái, Huế Kitchen',
    patterns: 'Quán *, Phở *',
    words: 'Linh, Ba Mẹ, Sáu, Đà Lạt, Ngọc',
    starters: `Summer rolls | shrimp, herbs, peanut | 9
      Chả giò | crisp rolls, lettuce | 10
      Green mango salad | dried shrimp | 11
      Lemongrass wings | chili, lime | 12
      Bánh bột lọc | tapioca, pork | 9`,
    mains: `Phở bò | brisket, rare beef, herbs | 16
      Bún chả | grilled pork, dipping broth | 17
      Bánh mì | pâté, pickles, cilantro | 12
      Shaking beef | watercress, lime pepper | 24
      Bún bò Huế | lemongrass, pork shank | 17
      Claypot catfish | caramel, black pepper | 21`,
    last: `Chè ba màu | beans, coconut, ice | 7
      Coffee flan | condensed milk | 7
      Banana fritter | sesame | 8`,
    says: `Broth that simmers for fourteen hours, and a plate of herbs the size of a hat.
      Breakfast phở from seven, bánh mì until they run out, grilled pork at night.
      A grandmother's recipes from Huế, cooked in {n} by her two grandsons.`,
  }),
  kitchen({
    cuisines: 'Korean, Barbecue',
    share: 20,
    prices: '1222233334',
    hours: 'late, dinner, allDay',
    names:
      'Seoul Furnace, Kimchi Parade, Baekdu Grill, Soban, Han River Social, Jang & Jip, Smoke & Perilla, Gogi Alley, Magpie & Tiger, Bibim Bar, Mapo Charcoal, Danji Lane',
    patterns: '* BBQ House, * Pocha',
    words: 'Insadong, Hwaro, Namsan, Bulgogi, Gangbuk',
    starters: `Kimchi pancake | scallion, soy | 13
      Mandu | pork, chive | 11
      Tteokbokki | rice cakes, gochujang | 13
      Korean fried chicken | soy garlic or hot | 16
      Yukhoe | beef tartare, pear | 19`,
    mains: `Galbi | short rib, charcoal, lettuce | 38
      Bibimbap | hot stone, egg, vegetables | 18
      Kimchi jjigae | pork belly, tofu | 17
      Bulgogi | pear marinade, rice | 24
      Seafood sundubu | soft tofu, clams | 18
      Pork belly | garlic, ssamjang | 29`,
    last: `Hotteok | brown sugar, seeds | 8
      Misugaru soft serve | toasted grains | 7
      Patbingsu | shaved ice, red bean | 12`,
    sections: 'To share, Grill and stews, Sweet',
    says: `Charcoal set into every table, and someone who turns the meat before you think of it.
      Stews at noon, barbecue at night, fried chicken whenever the bars of {n} close.
      Six kinds of kimchi, all made downstairs, all brought without asking.`,
  }),
]
