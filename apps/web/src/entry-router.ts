/** A way to the router's file that takes no more of it than the product does: importing the package would take it all. */
export { createBrowserRouter } from 'react-router'
