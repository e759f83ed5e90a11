export default function Home() {
  return <h1>Palestra</h1>
}
