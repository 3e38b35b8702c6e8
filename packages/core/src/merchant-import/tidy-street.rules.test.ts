import { expect, test } from 'vitest'
import { tidyStreet } from './tidy-street.rules.ts'

test.each([
  ['351', 'West   57 Street', '351 West 57th Street'],
  ['2780', 'Stillwell Avenue', '2780 Stillwell Avenue'],
  ['97-22', '63 Road', '97-22 63rd Road'],
  ['203', 'Beach  116 Street', '203 Beach 116th Street'],
  ['1', '1 Avenue', '1 1st Avenue'],
  ['8', 'Little  West 12 Street', '8 Little West 12th Street'],
  ['210', 'East 9 Th Street', '210 East 9th Street'],
  ['158', 'E. 188 Th St', '158 East 188th St'],
  ['773', '10Th Avenue', '773 10th Avenue'],
  ['403', '2Nd St', '403 2nd St'],
  ['31', "Saint Mark'S Place", "31 Saint Mark's Place"],
  ['1221', 'Avenue Of The Americas', '1221 Avenue of the Americas'],
  ['0', 'E 72St Central Pk Drive North', 'E 72nd St Central Pk Drive North'],
  ['155157', 'Christie St.', '155-157 Christie St.'],
  ['21972199', 'Broadway', '2197-2199 Broadway'],
  ['142144 ', 'Sullivan Street', '142-144 Sullivan Street'],
  ['25541', 'Jamaica Avenue', '25541 Jamaica Avenue'],
  ['.1-A', 'East 77 St', '1-A East 77th St'],
  ['0', '@ Grand Central', 'Grand Central'],
  ['', '_West   54 Street', 'West 54th Street'],
  ['4', '- Jfk Airport', '4 JFK Airport'],
  ['', '', ''],
])('%j and %j make %j', (building, street, tidy) => {
  expect(tidyStreet(building, street)).toBe(tidy)
})
