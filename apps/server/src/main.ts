import { runServer } from './start-server.ts'

await runServer(process.env)
