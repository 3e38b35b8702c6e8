import { describe, expect, test } from 'vitest'
import { merchantOnPage, pageTitleOf, pageViewOf, redactAddress } from './page-view.rules.ts'

describe('the name of a page in reports', () => {
  test.each([
    ['/', 'Home'],
    ['/search', 'Search'],
    ['/Login', 'Sign In'],
    ['/login', 'Sign In'],
    ['/SignOut', 'Sign Out'],
    ['/merchants/abc', 'Restaurant'],
    ['/merchants/abc/', 'Restaurant'],
    ['/merchants/abc/Order', 'Order Online'],
    ['/account/manage_cards', 'Account: Manage Cards'],
    ['/activate/activated', 'Activated'],
    ['/earn/new-member-bonus', 'Earn: New Member Bonus'],
    ['/discover/brunch', 'Discover: Brunch'],
    ['/terms-of-use', 'Terms Of Use'],
    ['/caf%C3%A9s', 'Cafés'],
    ['/%E0%A4%A', 'E0 A4 A'],
    ['/<script>', 'Script'],
    ['/---', 'Not Found'],
    [`/${'a'.repeat(400)}`, `A${'a'.repeat(99)}`],
  ])('%s: %s', (path, title) => {
    expect(pageTitleOf(path)).toBe(title)
  })
})

describe('the restaurant of a page', () => {
  test.each([
    ['/merchants/abc', 'abc'],
    ['/merchants/a%20b', 'a b'],
    ['/merchants/abc/Order', null],
    ['/merchants', null],
    ['/search', null],
  ])('%s: %s', (path, merchant) => {
    expect(merchantOnPage(path)).toBe(merchant)
  })
})

describe('redactAddress', () => {
  test.each([
    ['https://dine.example/search?location=10001', 'https://dine.example/search'],
    [
      'https://dine.example/join?public_id=secret&utm_source=mail#x',
      'https://dine.example/join?utm_source=mail',
    ],
    ['https://dine.example/?source=a&referrer=jo&utm_term=%3Cb%3E', 'https://dine.example/?utm_term=b'],
    ['https://user:word@other.example/a', 'https://other.example/a'],
    ['android-app://com.example', ''],
    ['', ''],
  ])('%s: %s', (address, expected) => {
    expect(redactAddress(address)).toBe(expected)
  })
})

test('a page view has the page, where it is, and where the visitor was before', () => {
  expect(
    pageViewOf({
      address: 'https://dine.example/merchants/7?utm_medium=push',
      referrer: 'https://dine.example/search',
    }),
  ).toEqual({
    event: 'pageview',
    page_title: 'Restaurant',
    page_path: '/merchants/7',
    page_location: 'https://dine.example/merchants/7?utm_medium=push',
    page_referrer: 'https://dine.example/search',
  })
})
