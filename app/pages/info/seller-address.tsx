import { useLayoutProps } from '#app/frame/session.ts'

/** The company behind the club, as terms of use and privacy policy must name it. */
export function SellerAddress() {
  const { company, address, telephone, email } = useLayoutProps().club
  return (
    <address className="as-written">
      {[company, address, telephone, email].filter(Boolean).join('\n')}
    </address>
  )
}
