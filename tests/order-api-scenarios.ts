import { exampleIntent, exampleSlot } from '#api/v0/examples.ts'
import { exampleMemberName, exampleOrderId } from '#api/v1/examples.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
import { createAdmin, createMember, goodCard, useSandbox } from './factories.ts'
import type { ExampleScenario } from './lesson-api-scenarios.ts'

/** A member who ordered ten classes for 120, and how far they came with it. */
async function withOrder(reached: 'held' | 'confirmed' | 'paid'): Promise<ExampleScenario> {
  const { as: member, stands } = await asBuyer()
  const { orderId } = await orderOffer(member, stands[exampleSlot._id]!, { expectedPriceCents: 12_000 })
  const scene = { as: member, stands: { ...stands, [exampleOrderId]: orderId } }
  if (reached === 'held') return scene
  const { intentId, clientSecret } = await requestIntent(member, { bookingId: orderId })
  await useSandbox().confirmIntent({ clientSecret, card: goodCard })
  if (reached === 'paid') await savePayment(member, { intentId })
  return { as: member, stands: { ...scene.stands, [exampleIntent.id]: intentId } }
}

async function asBuyer() {
  const admin = await createAdmin()
  const { id } = await addOffer(admin, {
    kind: 'pack',
    title: 'Ten classes',
    price: 120,
    classes: 10,
    validDays: 180,
    soldTo: 'everybody',
  })
  const member = await createMember()
  return { as: member, admin, stands: { [exampleSlot._id]: id, [exampleMemberName.id]: member.id } }
}

/** The actor and the ids for the example of each call of orders. */
export const orderScenarios: Record<string, () => Promise<ExampleScenario>> = {
  listOrders: () => withOrder('paid'),
  getOrder: () => withOrder('paid'),
  orderOffer: asBuyer,
  releaseOrder: () => withOrder('held'),
  requestOrderIntent: () => withOrder('held'),
  saveOrderPayment: () => withOrder('confirmed'),
  sellOffer: async () => {
    const { admin, stands } = await asBuyer()
    return { as: admin, stands }
  },
}
