/** Importing the package's index would bundle all of it. */
export { createBrowserRouter } from 'react-router'
