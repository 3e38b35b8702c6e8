import { expect, test } from 'vitest'
import { privateLines } from './private-lines.ts'

const people = ['Zephyrine', 'Quillfeather', '730915284', '2125550187', '77 Quill Lane', '']
const token = 'kZ3v_9QxW1mT-7rB4nYc8LpE5sHd2FgJ6aUoVi0bXwC'

test.each([
  ['an email address', '{"msg":"mail to ada@quill.example failed"}'],
  ['an email address', '{"path":"/join?email=ada%40quill.example"}'],
  ['a password', '{"msg":"Dinner-For-2!"}'],
  ['a password', 'Error: wrong: not-the-password-1'],
  ['a personal field', '{"body":{"passwordConfirm":"x"}}'],
  ['a personal field', '{"req":{"headers":{"cookie":"x"}}}'],
  ['a code', '{"body":{"code":"483920"}}'],
  ['a token or code of an address', '{"url":"/restore_email?token=abc"}'],
  ['a token or code of an address', '{"url":"/recover/confirm?x=1&code=abc"}'],
  ['a token', `{"msg":"session ${token} ended"}`],
  ['a telephone number', '{"msg":"text to (212) 555-0187"}'],
  ['a card number', '{"msg":"card 4539 5787 6362 1486"}'],
  ['a card number', '{"msg":"card 4539578763621486"}'],
  ['a person', '{"msg":"Zephyrine joined"}'],
  ['a person', '{"msg":"number 730915284"}'],
  ['a person', '{"msg":"text to 2125550187"}'],
  ['a person', '    at 77 Quill Lane'],
])('%s: %s -> found, between ordinary lines', (what, line) => {
  const log = `${ordinary.join('\n')}\n${line}\n${ordinary.join('\n')}`
  expect(privateLines(log, people)).toEqual([{ what, line }])
})

test('ordinary lines, and the banner of the demo -> nothing is found', () => {
  expect(privateLines([...ordinary, banner, ...ordinary].join('\n'), people)).toEqual([])
})

test('an account behind the banner, or without one -> found', () => {
  const line = 'password of ada@quill.example'
  expect(privateLines(`${banner}\n${line}\n`, [])).toHaveLength(1)
  expect(privateLines(`  Ready.\n\n    ${line}\n`, [])).toHaveLength(1)
})

const ordinary = [
  '{"level":30,"time":1795732278037,"pid":16961,"hostname":"vm","reqId":"eafd5f83-d768-4436-814d-9043442f7cdd","req":{"method":"GET","path":"/assets/:file","host":"skyward.localhost:38539"},"res":{"statusCode":200},"responseTime":4111.111111111111,"msg":"request completed"}',
  '{"level":40,"time":1795732290563,"event":"sign_in","outcome":"refused","reason":"invalid_credentials","way":"password","tried":"kZ3v_9QxW1mT-7rB","member":"jE1GADYTn-w4VS-Nx1_pgL","msg":"security event"}',
  '{"level":40,"err":{"code":"40001","message":"550 5.1.1 <(email)>: Recipient rejected"},"to":"(email)","email":"(email)","msg":"mail failed"}',
  '{"time":"2026-11-26T22:31:06.245Z","service":"card-frame","method":"GET","path":"/healthz","status":200,"requestId":"60fe814f-73a3-4a9e-8903-713ca0f7cc3a"}',
  '    at file:///srv/dineward/node_modules/.pnpm/@fastify+cookie@11.0.2/node_modules/@fastify/cookie/plugin.js:123:45',
  '  Demo data loaded in 6.1 s: 608 restaurants, 649 dines.',
  '',
]

const banner = [
  '',
  '  Dineward is ready.',
  '',
  '    http://skyward.localhost:3000     Skyward Dining',
  '',
  '  Demo accounts, password Dinner-For-2!',
  '',
  '    member@skyward.example            a year of dines in every status, two cards',
].join('\n')
