import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type OutgoingMail, RecipientRefused } from './mailer.ts'
import { smtpMailer } from './nodemailer-mailers.ts'

const mail: OutgoingMail = {
  id: 'm1',
  fromName: 'Plain "Dining", Inc.\r\nBcc: all@evil.example',
  fromAddress: 'care@plain.example',
  to: 'ada@example.com',
  subject: 'Hello\r\nBcc: all@evil.example',
  text: 'Hi.\n.\nStill here.',
  html: '<p>Hi.</p>',
  replyTo: 'care@plain.example',
  unsubscribeUrl: null,
}

let server: Server | undefined
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise<void>(resolve => (server ? server.close(() => resolve()) : resolve()))
  server = undefined
})

/** A mail server that says `greeting` first, and answers line by line; null says nothing. */
async function mailServer(greeting: string | null, answer: (line: string) => string | null): Promise<string> {
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (greeting !== null) socket.write(greeting)
    let isData = false
    let rest = ''
    socket.on('data', chunk => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '.') isData = false
        const said = answer(isData ? `body ${line}` : line)
        if (said !== null && !isData) socket.write(said)
        if (line === 'DATA') isData = true
      }
    })
  })
  await new Promise<void>(resolve => server!.listen(0, '127.0.0.1', resolve))
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}?ignoreTLS=true`
}

const hello = '220 mail.example ESMTP\r\n'
const well = (line: string): string => {
  if (line.startsWith('EHLO')) return '250 mail.example\r\n'
  return line === 'DATA' ? '354 Go on\r\n' : '250 Fine\r\n'
}
/** All goes well, and is written down. */
const heardIn = (lines: string[]) => (line: string) => {
  lines.push(line)
  return well(line)
}
const waits = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }
const send = (url: string, changes: Partial<OutgoingMail> = {}) =>
  smtpMailer(url, waits).send({ ...mail, ...changes })

describe('a mail server', () => {
  test('is given a mail, whole, for the one it is for; a line end in a name or a subject begins no header', async () => {
    const lines: string[] = []
    await send(await mailServer(hello, heardIn(lines)))
    expect(lines.filter(line => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.com>'])
    expect(lines).toContain('body Still here.')
    expect(lines.filter(line => /^body bcc:/i.test(line))).toEqual([])
  })

  test.each(['ada@example.com, all@evil.example', 'Ada <all@evil.example>, ada@example.com'])(
    'address that contains a second one: %s -> not sent to it',
    async to => {
      const lines: string[] = []
      await send(await mailServer(hello, heardIn(lines)), { to }).catch(() => {})
      expect(lines.filter(line => line.startsWith('RCPT')).length).toBeLessThanOrEqual(1)
      expect(lines).not.toContain('RCPT TO:<all@evil.example>')
    },
  )
})

test('a server beyond this machine without TLS -> is given nothing', async () => {
  const lines: string[] = []
  const url = (await mailServer(hello, heardIn(lines))).replace('?ignoreTLS=true', '')
  // An address of this machine that does not say so.
  await expect(send(url.replace('127.0.0.1', '0.0.0.0'))).rejects.toThrow()
  expect(lines.filter(line => line.startsWith('MAIL'))).toEqual([])
  await send(url)
  expect(lines.filter(line => line.startsWith('MAIL'))).toHaveLength(1)
})

test('any mail -> says that a program sent it, so that no vacation responder answers', async () => {
  const lines: string[] = []
  await send(await mailServer(hello, heardIn(lines)))
  expect(lines).toContain('body Auto-Submitted: auto-generated')
})

test('unsubscribe address -> headers for one click; replies go to customer support', async () => {
  const lines: string[] = []
  const unsubscribeUrl = `https://plain.example/hooks/mail/unsubscribe?token=${'a'.repeat(60)}`
  const changes = { unsubscribeUrl, fromAddress: 'news@plain.example' }
  await send(await mailServer(hello, heardIn(lines)), changes)
  expect(lines).toContain(`body List-Unsubscribe: <${unsubscribeUrl}>`)
  expect(lines).toContain('body List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(lines).toContain('body Reply-To: care@plain.example')
})

test.each([
  ['RCPT', '550 5.1.1 No such user', true],
  ['RCPT', '556 5.1.10 The domain takes no mail', true],
  ['RCPT', '550 5.1.8 Sender address rejected: Domain not found', false],
  ['RCPT', '550 5.7.1 Blocked by policy', false],
  ['RCPT', '452 4.2.2 Mailbox full', false],
  ['MAIL', '550 5.1.1 No such sender', false],
])('%s answered with %s -> no further attempt: %s', async (command, answer, isRefused) => {
  const url = await mailServer(hello, line => (line.startsWith(command) ? `${answer}\r\n` : well(line)))
  const failure = await send(url).catch((error: unknown) => error)
  expect(failure instanceof RecipientRefused).toBe(isRefused)
})

describe('without a mail server that works a mail is not sent, soon and with a reason', () => {
  test.each<[string, () => Promise<string>]>([
    ['connection refused', async () => 'smtp://127.0.0.1:1'],
    ['it says nothing', () => mailServer(null, () => null)],
    ['it says something else', () => mailServer('<html>hello</html>\r\n', () => '<html>\r\n')],
    ['it is busy', () => mailServer('421 Come back later\r\n', () => '421 Later\r\n')],
    ['it stops in the middle', () => mailServer(hello, line => (line === '.' ? null : well(line)))],
    [
      'it does not know the address',
      () => mailServer(hello, line => (line.startsWith('RCPT') ? '550 Who?\r\n' : well(line))),
    ],
    ['it refuses the mail', () => mailServer(hello, line => (line === '.' ? '554 No\r\n' : well(line)))],
  ])('%s', async (_case, start) => {
    const url = await start()
    await expect(send(url)).rejects.toThrow(/./)
  })
})
