import { startDemoIdp } from './demo-idp.ts'

const port = Number(process.env.SSO_PORT || 3002)
const server = await startDemoIdp({ port, productPort: Number(process.env.PORT || 3000) }).catch(
  (error: Error) => {
    console.error(`The identity provider could not start: ${error.message}. Set SSO_PORT to a free port.`)
    process.exit(1)
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.close(() => process.exit(0)))
