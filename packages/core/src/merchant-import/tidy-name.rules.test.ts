import { describe, expect, test } from 'vitest'
import { ordinal, repairMojibake, tidyName } from './tidy-name.rules.ts'

describe('names as a machine wrote them', () => {
  test.each([
    // These have apostrophes.
    ["Wendy'S", "Wendy's"],
    ["Shashemene Int'L Restaura", "Shashemene Int'l Restaura"],
    ["Crif Dogs / Please Don'T Tell", "Crif Dogs/Please Don't Tell"],
    ["Chop'T", "Chop't"],
    ["P.J.' S", "P.J.'s"],
    ["Rosie O'Grady Restaurant", "Rosie O'Grady Restaurant"],
    ["El Chivito D'Oro Iii", "El Chivito D'Oro III"],
    ["L'Aile Ou La Cuisse (L'A.O.C)", "L'Aile Ou La Cuisse (L'A.O.C)"],
    ["Dunkin' Donuts", "Dunkin' Donuts"],
    // These have capitals inside a word.
    ["Mcdonald'S", "McDonald's"],
    ['Peter Mcmanus', 'Peter McManus'],
    ['Macao Bar', 'Macao Bar'],
    // These have initials and numerals.
    ['Dj Reynolds Pub And Restaurant', 'DJ Reynolds Pub and Restaurant'],
    ['Kfc/Taco Bell', 'KFC/Taco Bell'],
    ['Dallas Bbq', 'Dallas BBQ'],
    ['Ihop', 'IHOP'],
    ['Blanches @ Dkny', 'Blanches @ DKNY'],
    ['Mr Mcgoo', 'Mr McGoo'],
    ['St Mary Bldg', 'St Mary Bldg'],
    ['The Old Inn', 'The Old Inn'],
    ['El Rio', 'El Rio'],
    ['Pizza Boy Ii', 'Pizza Boy II'],
    ['Iv Rosas', 'Iv Rosas'],
    // These have small words.
    ['Friend Of A Farmer', 'Friend of a Farmer'],
    ['The Old Man And The Sea', 'The Old Man and the Sea'],
    ['Circle In The Square', 'Circle in the Square'],
    ['Murals On 54', 'Murals on 54'],
    ['Jian On Chinese Restaurant', 'Jian On Chinese Restaurant'],
    ['A & A Bake Shop', 'A & A Bake Shop'],
    ['Steak House - The Grill', 'Steak House - The Grill'],
    ['Building A', 'Building A'],
    // These have numbers.
    ['9Th Ave Saloon', '9th Ave Saloon'],
    ['Nectar Of 82Nd Street', 'Nectar of 82nd Street'],
    ['5 Th & Vine', '5th & Vine'],
    ['510 11St Bar', '510 11th St Bar'],
    ['21St Bar', '21st Bar'],
    ['Genesis # 1 West Indian', 'Genesis #1 West Indian'],
    // These have spaces and signs.
    ['  Seafood  City ', 'Seafood City'],
    ['Deli Plus ( Inside Port Authority Station)', 'Deli Plus (Inside Port Authority Station)'],
    ['Club(10Th Hole)', 'Club (10th Hole)'],
    ['N.Y. Life Executive Dining Room .', 'N.Y. Life Executive Dining Room'],
    ['Bar\u0000\tGrill', 'Bar Grill'],
    ['CafÃ© Noir', 'Café Noir'],
    // Deliberate capitals stay.
    ['iPic', 'iPic'],
    ['MoMA Cafe', 'MoMA Cafe'],
    ['KGB', 'KGB'],
    ['   ', ''],
    [' . ', '.'],
  ])('%j is %j', (name, tidy) => {
    expect(tidyName(name)).toBe(tidy)
  })

  test('tidying twice changes nothing', () => {
    for (const name of ["Mcdonald'S", 'Pizza Boy Ii', 'Friend Of A Farmer', '510 11St Bar', "P.J.' S"]) {
      expect(tidyName(tidyName(name))).toBe(tidyName(name))
    }
  })
})

test.each([
  ['CafÃ©', 'Café'],
  ['Café', 'Café'],
  ['Ã', 'Ã'],
  ['寿司Ã©', '寿司Ã©'],
])('%j read rightly is %j', (text, repaired) => {
  expect(repairMojibake(text)).toBe(repaired)
})

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [101, '101st'],
  [111, '111th'],
  [243, '243rd'],
])('%i is the %s', (number, text) => {
  expect(ordinal(number)).toBe(text)
})
