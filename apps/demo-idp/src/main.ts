import { lookUp } from '@dineward/core/shared/look-up.ts'
import { startDemoIdp } from './demo-idp.ts'

const port = readPort('SSO_PORT', process.env.SSO_PORT || '3002')
const productPort = readPort('PORT', process.env.PORT || '3000')
const server = await startDemoIdp({ port, productPort }).catch((error: NodeJS.ErrnoException) => {
  const problems = {
    EADDRINUSE: `Port ${port} is taken by another program: stop that one, or set SSO_PORT to a free port.`,
    EACCES: `Port ${port} is reserved for the system: set SSO_PORT to one above 1023.`,
  }
  return refuse(lookUp(problems, error.code ?? '') ?? error.message)
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.close(() => process.exit(0)))

function readPort(name: string, text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  return refuse(`${name} is "${text}"; it must be a port number.`)
}

function refuse(problem: string): never {
  console.error(`The identity provider could not start. ${problem}`)
  process.exit(1)
}
