// The elements of the club's home page come as they are, <html> and <head> among them.
export default function Layout({ children }) {
  return children
}
