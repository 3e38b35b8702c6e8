import { createServer } from 'node:http'

/* It is the upper bound of Node: a process that sends the same bytes, received from its parent, to every request. */

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
