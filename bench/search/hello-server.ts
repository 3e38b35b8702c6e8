import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

/* It is a bare Fastify server with one route, and sends its port to the parent process. */
const app = Fastify()
app.get('/', () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
