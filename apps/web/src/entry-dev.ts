/* React's fast refresh must load before React. */
import '@vitejs/plugin-react/preamble'
import './entry-client.tsx'
