import { startDemoIdp } from './demo-idp.ts'

const port = Number(process.env.SSO_PORT || 3002)
const server = await startDemoIdp({ port, productPort: Number(process.env.PORT || 3000) })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.close(() => process.exit(0)))
