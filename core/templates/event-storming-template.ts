import type { Template } from './template.ts';

export const eventStorming: Template = {
  id: 'event-storming',
  title: 'Event storming',
  about: 'What happens in a business, from left to right',
  group: 'Workshops',
  operations: `
add text id=title label="Event storming" text=scale width=560 height=50 at:-20,0
add text id=legend label="yellow: people · blue: commands · orange: events · purple: policies · pink: systems · red: open questions" textColor=grey width=1000 at:-20,62
add sticky id=customer label="Customer" color=yellow width=100 height=100 at:0,170
add sticky id=place label="Place order" color=blue width=140 height=140 right-of:customer gap:24
add sticky id=placed label="Order placed" color=orange width=140 height=140 right-of:place gap:24
add sticky id=whenever-placed label="Whenever an order is placed" color=purple width=140 height=140 right-of:placed gap:24
add sticky id=charge label="Charge card" color=blue width=140 height=140 right-of:whenever-placed gap:24
add sticky id=provider label="Payment provider" color=pink width=140 height=140 right-of:charge gap:24
add sticky id=paid label="Order paid" color=orange width=140 height=140 right-of:provider gap:24
add sticky id=packer label="Packer" color=yellow width=100 height=100 below:customer gap:150
add sticky id=pack label="Pack parcel" color=blue width=140 height=140 right-of:packer gap:24
add sticky id=packed label="Parcel packed" color=orange width=140 height=140 right-of:pack gap:24
add sticky id=whenever-packed label="Whenever a parcel is packed" color=purple width=140 height=140 right-of:packed gap:24
add sticky id=ship label="Hand to courier" color=blue width=140 height=140 right-of:whenever-packed gap:24
add sticky id=courier label="Courier" color=pink width=140 height=140 right-of:ship gap:24
add sticky id=shipped label="Parcel shipped" color=orange width=140 height=140 right-of:courier gap:24
add sticky id=refused label="What if the card is refused?" color=red width=120 height=120 rotation=-4 right-of:paid gap:60
add sticky id=late label="Late parcels?" color=red width=120 height=120 rotation=3 right-of:shipped gap:60
wrap customer place placed whenever-placed charge provider paid in frame id=ordering label="Ordering"
wrap packer pack packed whenever-packed ship courier shipped in frame id=delivery label="Delivery"
`,
};
