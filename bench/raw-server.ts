import { createServer } from 'node:http'

/*
 * What Node can do at best: one answer, the same bytes for everybody, nothing looked at. A process of its own, told by
 * its parent what to answer.
 */

interface Given {
  readonly headers: readonly string[]
  readonly body: string
}

process.on('message', ({ headers, body }: Given) => {
  const bytes = Buffer.from(body, 'base64')
  createServer((_request, response) => {
    response.writeHead(200, [...headers])
    response.end(bytes)
  }).listen(0, '127.0.0.1', function (this: { address(): unknown }) {
    process.send?.((this.address() as { port: number }).port)
  })
})
