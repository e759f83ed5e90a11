import { parseAccessMatrix } from './role-matrix.ts'

// Write access by person, in the notation of read-access-matrix.ts. `multipart:` marks forms with files. Member A
// and trainer A own the placeholders; `{photo}` belongs to the sender. After `|` comes the response without
// scripts, where the page with the refusal redirects.

export const writeAccessMatrix = parseAccessMatrix(
  `
# route                                      address                    what is sent                                             visitor  A  B  applied  trainerA  trainerB  admin
# for everybody
pages/theme.ts                               /theme                     value=dark&from=/terms                                   >/terms >/terms >/terms >/terms >/terms >/terms >/terms
pages/theme.ts                               /theme                     value=dark&from=https://evil.example/                    >/ >/ >/ >/ >/ >/ >/
pages/language.ts                            /language                  value=en&from=/terms                                     >/terms >/terms >/terms >/terms >/terms >/terms >/terms
pages/language.ts                            /language                  value=tlh&from=/terms                                    422 422 422 422 422 422 422
pages/home/home.tsx                          /?index                    intent=subscribe&name=Nora+Lind&email={newEmail}                          >/           >/           >/           >/           >/           >/           >/
pages/home/home.tsx                          /?index                    intent=close&bookingId={none}                               >/ >/ >/ >/ >/ >/ >/
pages/home/home.tsx                          /?index                    intent=subscribe&name=&email=nonsense                                     422 422 422 422 422 422 422
pages/account/sign-in.tsx                    /signIn                    email={emailA}&password=Palestra1!                       422 422|>/ 422|>/ 422|>/ 422|>/ 422|>/ 422|>/
pages/account/sign-in.tsx                    /signIn                    email={newEmail}&password=Palestra1!&role=admin          422 422|>/ 422|>/ 422|>/ 422|>/ 422|>/ 422|>/
pages/account/sign-in-code.tsx               /signIn/code               code=000000&from=/classes                                 >/signIn?from=%2Fclasses >/signIn?from=%2Fclasses >/signIn?from=%2Fclasses >/signIn?from=%2Fclasses >/signIn?from=%2Fclasses >/signIn?from=%2Fclasses >/signIn?from=%2Fclasses
pages/account/sign-up.tsx                    /signUp                    multipart:name=Nora&role=admin                           422 422|>/ 422|>/ 422|>/ 422|>/ 422|>/ 422|>/
pages/account/sign-up.tsx                    /signUp                    multipart:name=Nora&email={emailA}&password=Palestra1!&photo=@ 409 409|>/ 409|>/ 409|>/ 409|>/ 409|>/ 409|>/
pages/letter/confirm-letter.tsx              /confirmLetter             key={none}                                               422 422 422 422 422 422 422
pages/letter/unsubscribe.tsx                 /unsubscribe?key={none}    List-Unsubscribe=One-Click                               200 200 200 200 200 200 200
pages/account/forgotten-password.tsx         /forgottenPassword         email={emailA}                                           >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent
pages/account/forgotten-password.tsx         /forgottenPassword         email={newEmail}                                         >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent >/forgottenPassword?sent
pages/account/forgotten-password.tsx         /forgottenPassword         email=nonsense                                           422 422 422 422 422 422 422
pages/account/claim.tsx               /claim               key={none}&email=otto@club.example&password=Palestra1!                        422 422 422 422 422 422 422
pages/account/new-password.tsx               /newPassword               key={none}&newPassword=Palestra1!                        422 422 422 422 422 422 422
pages/account/confirm-address.tsx            /confirmAddress            key={none}                                               422 422 422 422 422 422 422
pages/account/resend-confirmation.ts              /askToConfirm              nothing=                                                 in  >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard
pages/account/sign-out.ts                    /signOut                   to=/signIn                                               >/signIn >/signIn >/signIn >/signIn >/signIn >/signIn >/signIn
pages/account/sign-out.ts                    /signOut                   to=https://evil.example/                                 >/ >/ >/ >/ >/ >/ >/

# for everybody who is signed in
pages/forum/forums.tsx                       /forums                    postId={post}&kind=likes                                 in  >/forums#post-{post} >/forums#post-{post} >/forums#post-{post} >/forums#post-{post} >/forums#post-{post} >/forums#post-{post}
pages/forum/forums.tsx                       /forums                    postId={post}&kind=loves&likes=1000                      in  422 422 422 422 422 422
pages/forum/forums.tsx                       /forums                    postId={none}&kind=likes                                 in  404 404 404 404 404 404
pages/trainers/become-trainer.tsx            /beTrainer                 multipart:name=Nora&yearsOfExperience=4&hoursADay=2&weekdays=Monday&role=trainer in  >/beTrainer >/beTrainer 409 409 409 409
pages/trainers/become-trainer.tsx            /beTrainer                 multipart:name=                                          in  422 422 422 422 422 422
pages/dashboard/account/profile-settings.tsx  /dashboard/profileSettings intent=profile&name=Nora&heightCm=170&age=30&bloodGroup=O%2B&description=&role=admin&email={emailA} in  >/dashboard/profileSettings >/dashboard/profileSettings >/dashboard/profileSettings >/dashboard/profileSettings >/dashboard/profileSettings >/dashboard/profileSettings
pages/dashboard/account/profile-settings.tsx  /dashboard/profileSettings intent=profile&name=                                                    in  422 422 422 422 422 422
pages/dashboard/account/profile-settings.tsx  /dashboard/profileSettings intent=photo&photo={photo}                                  in  >/dashboard/profileSettings >/dashboard/profileSettings >/dashboard/profileSettings >/dashboard/profileSettings >/dashboard/profileSettings >/dashboard/profileSettings
pages/dashboard/account/profile-settings.tsx  /dashboard/profileSettings intent=photo&photo={pictureOfA}                               in  >/dashboard/profileSettings 404 404 404 404 404
pages/dashboard/account/profile-settings.tsx  /dashboard/profileSettings intent=photo&photo={none}                                   in  404 404 404 404 404 404
pages/dashboard/account/trainer-page.tsx     /dashboard/profileSettings/trainerPage multipart:yearsOfExperience=4&hoursADay=12&weekdays=Monday&weekdays=Tuesday&weekdays=Wednesday&weekdays=Thursday&weekdays=Friday&about= trainerPage.change >/dashboard/profileSettings/trainerPage
pages/dashboard/account/trainer-page.tsx     /dashboard/profileSettings/trainerPage multipart:yearsOfExperience=4&hoursADay=0&about= trainerPage.change 422
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=password&currentPassword=wrong&newPassword=Palestra1! in  409 409 409 409 409 409
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=disconnect-google in  >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=set-password      in  >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account
pages/dashboard/account/second-factor.tsx /dashboard/profileSettings/secondFactor intent=begin&userId={none} in 200 200 200 200 200 200
pages/dashboard/account/second-factor.tsx /dashboard/profileSettings/secondFactor intent=switch-on&code=000000 in 422 422 422 422 422 422
pages/dashboard/account/second-factor.tsx /dashboard/profileSettings/secondFactor intent=renew&code=000000 in 409 409 409 409 409 409
pages/dashboard/account/second-factor.tsx /dashboard/profileSettings/secondFactor intent=switch-off&code=000000 in 409 409 409 409 409 409
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=letters&wanted=hours&userId={none} in  >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=postal&postalAddress=2+Weir+Road in  >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=copy&id={none}          in  >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=stay                    in  >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account >/dashboard/profileSettings/account
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=leave&when=soon         in  422 422 422 422 422 422
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=sign-out&id={none}                in  404 404 404 404 404 404
pages/dashboard/account/account.tsx   /dashboard/profileSettings/account intent=address&email=nonsense            in  422 422 422 422 422 422

pages/dashboard/account/family.tsx     /dashboard/family        intent=act&memberId={personA}        in  404 404 404 404 404 404
pages/dashboard/account/family.tsx     /dashboard/family        intent=self                          in  >/dashboard/family >/dashboard/family >/dashboard/family >/dashboard/family >/dashboard/family >/dashboard/family
pages/dashboard/account/family.tsx     /dashboard/family        intent=add&name=                     in  422 422 422 422 422 422

pages/offers/buy.tsx                   /buy/{none}              intent=order&priceCents=100          in  404 404 404 404 404 404
pages/offers/gift-card-balance.tsx     /giftCard                code=NOSUCHCODE                     422 422 422 422 422 422 422
pages/offers/gift-card.tsx             /dashboard/giftCard/{none} intent=show                        in  404 404 404 404 404 404
pages/offers/cancel.tsx                /cancel                  email=nonsense                      422 422 422 422 422 422 422
pages/offers/withdraw.tsx              /withdraw                email=nonsense                      422 422 422 422 422 422 422
pages/offers/withdraw-own.tsx          /dashboard/purchases/{none}/withdraw intent=withdraw             in  404 404 404 404 404 404
pages/offers/membership.tsx            /dashboard/membership    intent=cancel                        in  404 404 404 404 404 404
pages/offers/membership.tsx            /dashboard/membership    intent=reason&reason=price           in  404 404 404 404 404 404
pages/offers/replace-card.tsx          /dashboard/membership/card intent=store&setupId=nothing       in  404 404 404 404 404 404
pages/offers/pause.tsx                 /dashboard/membership/pause fromDay=nonsense                  in  422 422 422 422 422 422
pages/offers/change-membership.tsx     /dashboard/membership/change offerId={none}&priceCents=1      in  404 404 404 404 404 404
pages/offers/order.tsx                 /dashboard/order/{none}  intent=let-go                        in  404 404 404 404 404 404

# an hour is booked by anybody but its own trainer, at its own price
pages/hours/hours.tsx                        /hours                     slotId={slot}&trainerId={trainer}&priceCents=5000        >/signUp?from=%2Ftrainers%2F{trainer}%3Fhour%3D{slot}%23hour-{slot}  >/trainerBooked/* >/trainerBooked/* >/trainerBooked/* 409 >/trainerBooked/* >/trainerBooked/*
pages/hours/hours.tsx                        /hours                     slotId={soldSlot}&trainerId={trainer}&priceCents=5000    >/signUp?from=%2Ftrainers%2F{trainer}%3Fhour%3D{soldSlot}%23hour-{soldSlot}  409 409 409 409 409 409
pages/trainers/trainer.tsx                   /trainers/{trainer}        slotId={slot}&priceCents=5000                            >/signIn?from=%2Ftrainers%2F{trainer}%3Fhour%3D{slot}%23hour-{slot}  >/trainerBooked/* >/trainerBooked/* >/trainerBooked/* 409 >/trainerBooked/* >/trainerBooked/*
pages/trainers/trainer.tsx                   /trainers/{trainer}        slotId={slot}&priceCents=1                               >/signIn?from=%2Ftrainers%2F{trainer}%3Fhour%3D{slot}%23hour-{slot}  409 409 409 409 409 409
pages/trainers/trainer.tsx                   /trainers/{trainer}        slotId={soldSlot}&priceCents=5000                        >/signIn?from=%2Ftrainers%2F{trainer}%3Fhour%3D{soldSlot}%23hour-{soldSlot}  409 409 409 409 409 409
pages/trainers/trainer.tsx                   /trainers/{trainer}        slotId={none}&priceCents=5000                            >/signIn?from=%2Ftrainers%2F{trainer}%3Fhour%3D{none}%23hour-{none}  404 404 404 404 404 404
pages/trainers/trainer.tsx                   /trainers/{none}           slotId=nonsense&priceCents=5000                          >/signIn?from=%2Ftrainers%2F{none}%3Fhour%3Dnonsense%23hour-nonsense  404 404 404 404 404 404

# a booking is its buyer's alone
pages/bookings/trainer-booked.tsx            /trainerBooked/{held}      plan=gold&priceCents=7000                                in  >/dashboard/payment/{held} 404 404 404 404 404
pages/bookings/trainer-booked.tsx            /trainerBooked/{held}      plan=gold&priceCents=1                                   in  409 404 404 404 404 404
pages/bookings/trainer-booked.tsx            /trainerBooked/{held}      plan=free&priceCents=0                                   in  422 404 404 404 404 404
pages/bookings/trainer-booked.tsx            /trainerBooked/{paid}      plan=gold&priceCents=7000                                in  409|>/dashboard/payment/{paid} 404 404 404 404 404
pages/bookings/trainer-booked.tsx            /trainerBooked/{none}      plan=gold&priceCents=7000                                in  404 404 404 404 404 404
pages/bookings/payment.tsx                   /dashboard/payment/{paying} at=desk                                                  in  409 404 404 404 404 404
pages/bookings/payment.tsx                   /dashboard/payment/{none}  at=desk                                                  in  404 404 404 404 404 404
pages/bookings/release-hold-action.ts              /bookings/{held}/letGo     sure=yes                                                 in  >/dashboard/payment/{held} 404 404 404 404 bookings.forMembers:>/dashboard
pages/bookings/release-hold-action.ts              /bookings/{paid}/letGo     sure=yes                                                 in  >/dashboard/payment/{paid} 404 404 404 404 bookings.forMembers:>/dashboard
pages/bookings/release-hold-action.ts              /bookings/{none}/letGo     sure=yes                                                 in  404 404 404 404 404 404
pages/bookings/release-hold-action.ts              /bookings/nonsense/letGo   sure=yes                                                 in  404 404 404 404 404 404

# a dated hour: its member gives it back or moves it, its trainer or the office calls it off
pages/dashboard/schedule/lesson.tsx             /dashboard/lesson/{lesson}      intent=giveBack                                        in  >/dashboard/lesson/{lesson} 404 404 404 404 404
pages/dashboard/schedule/lesson.tsx             /dashboard/lesson/{lesson}      intent=callOff                                         in  409 404 404 >/dashboard/lesson/{lesson} 404 >/dashboard/lesson/{lesson}
pages/dashboard/schedule/lesson.tsx             /dashboard/lesson/{wantedHour}  intent=cover&trainerId={otherTrainer}                       in  403 403 403 403 >/dashboard/lesson/{wantedHour} >/dashboard/lesson/{wantedHour}
pages/dashboard/schedule/lesson.tsx             /dashboard/lesson/nonsense      intent=giveBack                                        in  404 404 404 404 404 404
pages/dashboard/schedule/move-lesson.tsx               /dashboard/lesson/{lesson}/move hour=                                               in  422 404 404 404 404 404
pages/dashboard/schedule/move-lesson.tsx               /dashboard/lesson/nonsense/move hour=                                               in  404 404 404 404 404 404
pages/dashboard/schedule/calendar.tsx           /dashboard/calendar              intent=renew                                           in  >/dashboard/calendar >/dashboard/calendar >/dashboard/calendar >/dashboard/calendar >/dashboard/calendar >/dashboard/calendar
pages/dashboard/absences/covers.tsx             /dashboard/covers               lessonId={wantedHour}                                    in  403 403 403 409 >/dashboard 422
pages/dashboard/absences/covers.tsx             /dashboard/covers               lessonId=nonsense                                        covers.take 404
pages/dashboard/changes/not-told.tsx            /dashboard/notTold              letterId={untoldLetter}                                  in  403 403 403 >/dashboard 404 changes.tellAll:>/dashboard
pages/dashboard/changes/not-told.tsx            /dashboard/notTold              letterId=nonsense                                        changes.tell 404
pages/dashboard/absences/absences.tsx           /dashboard/absences             intent=declare&fromDay={freeDay}&trainerId={otherTrainer}    in  403 403 403 403 >/dashboard/absences >/dashboard/absences
pages/dashboard/absences/absences.tsx           /dashboard/absences             intent=declare&fromDay=yesterday                            absences.declare 422
pages/dashboard/absences/absences.tsx           /dashboard/absences             intent=end&id={absence}                                     in  403 403 403 >/dashboard/absences 404 >/dashboard/absences
pages/dashboard/schedule/make-up.tsx            /dashboard/makeUp/{makeUp}      hour=2030-01-01+6                                   in  409 404 404 404 404 404
pages/dashboard/schedule/make-up.tsx            /dashboard/makeUp/nonsense      hour=2030-01-01+6                                   in  404 404 404 404 404 404

# whether a month goes on is its buyer's to say, and no sooner than it can be bought
pages/dashboard/months/month.tsx         /dashboard/hour/{paid}          intent=keep&priceCents=5000                                 in  409 404 404 404 404 404
pages/dashboard/months/month.tsx         /dashboard/hour/{paid}          intent=drop                                                 in  >/dashboard/hour/{paid} 404 404 404 404 404
pages/dashboard/months/month.tsx         /dashboard/hour/{paid}          intent=keepAfterAll                                         in  >/dashboard/hour/{paid} 404 404 404 404 404
pages/dashboard/months/month.tsx         /dashboard/hour/{paid}          intent=stopRenewing                                         in  >/dashboard/hour/{paid} 404 404 404 404 404
pages/dashboard/months/hour-renewal.tsx  /dashboard/hour/{none}/renewal  setupId=nothing                                              in  404 404 404 404 404 404
pages/dashboard/months/month.tsx         /dashboard/hour/{ended}         intent=drop                                                 in  409 404 404 404 404 404
pages/dashboard/months/month.tsx         /dashboard/hour/{paid}          intent=coolOff                                              in  >/dashboard/hour/{paid} 404 404 404 404 404
pages/dashboard/months/month.tsx         /dashboard/hour/{paid}          intent=pause                                                in  422 404 404 404 404 404
pages/dashboard/months/month.tsx         /dashboard/hour/{paid}          intent=pause&fromDay=2030-01-01&untilDay=2030-01-02         in  409 404 404 404 404 404
pages/dashboard/months/month.tsx         /dashboard/hour/{ended}         intent=coolOff                                              in  409 404 404 404 404 404
pages/dashboard/months/close-slot.tsx         /dashboard/closeHour/{paid}     intent=close&name=                                                    in  403 403 403 >/dashboard/manageSlots 404 >/dashboard/members/{personA}
pages/dashboard/months/close-slot.tsx         /dashboard/closeHour/{ended}    intent=close&name=                                                    in  403 403 403 409 404 409
pages/dashboard/months/close-slot.tsx         /dashboard/closeHour/{paid}     intent=offerAgain                                            in  403 403 403 409 404 409
pages/dashboard/months/close-slot.tsx         /dashboard/closeHour/nonsense   intent=close&name=                                                    slots.close 404
pages/dashboard/months/month.tsx         /dashboard/hour/nonsense        intent=drop                                                 in  404 404 404 404 404 404

# for admins
pages/timetable/class-date.tsx                  /timetable/{none}          intent=book                                                  in  404 404 404 404 404 404
pages/timetable/class-date.tsx                  /timetable/nonsense        intent=giveBack                                              in  404 404 404 404 404 404
pages/timetable/class-date.tsx                  /timetable/{none}          intent=substitute&trainerId=nonsense                         covers.take 404
pages/dashboard/timetable/class-times.tsx       /dashboard/timetable       intent=add&classId=nonsense                                  classTimes.manage 422
pages/dashboard/timetable/class-times.tsx       /dashboard/timetable       intent=end&id=nonsense                                       classTimes.manage 404
pages/dashboard/timetable/rooms.tsx             /dashboard/rooms           intent=add&name=&capacity=0                                  rooms.manage 422
pages/dashboard/timetable/rooms.tsx             /dashboard/rooms           intent=change&id=nonsense&name=Hall&capacity=5               rooms.manage 404
pages/dashboard/timetable/rooms.tsx             /dashboard/rooms           intent=remove&id=nonsense                                    rooms.manage 404
pages/dashboard/absences/closures.tsx           /dashboard/closures        intent=close&fromDay={freeDay}&reason=Snow                  closures.manage >/dashboard/closures
pages/dashboard/absences/closures.tsx           /dashboard/closures        intent=close&fromDay=yesterday&reason=                      closures.manage 422
pages/dashboard/absences/closures.tsx           /dashboard/closures        intent=reopen&id={closure}                                  closures.manage >/dashboard/closures
pages/dashboard/absences/closures.tsx           /dashboard/closures        intent=reopen&id=nonsense                                   closures.manage 404
pages/dashboard/trainers/applied-trainers.tsx   /dashboard/appliedTrainers intent=approve&id={application}                             applications.decide >/dashboard/appliedTrainers?added={application}
pages/dashboard/trainers/applied-trainers.tsx   /dashboard/appliedTrainers intent=approve&id={declined}                                applications.decide 409
pages/dashboard/trainers/applied-trainers.tsx   /dashboard/appliedTrainers intent=approve&id={none}                                    applications.decide 404
pages/dashboard/trainers/applied-trainers.tsx   /dashboard/appliedTrainers intent=decline&id={application}&reason=Not+yet              applications.decide >/dashboard/appliedTrainers
pages/dashboard/trainers/applied-trainers.tsx   /dashboard/appliedTrainers intent=decline&id={application}&reason=                     applications.decide 422
pages/dashboard/trainers/applied-trainers.tsx   /dashboard/appliedTrainers intent=decline&id=nonsense&reason=Not+yet                   applications.decide 404
pages/dashboard/newsletter/all-subscribers.tsx    /dashboard/allSubscribers  id={subscriber}                                          subscribers.manage >/dashboard/allSubscribers
# somebody else pressed first
pages/dashboard/newsletter/all-subscribers.tsx    /dashboard/allSubscribers  id={none}                                                subscribers.manage >/dashboard/allSubscribers
pages/dashboard/newsletter/all-subscribers.tsx    /dashboard/allSubscribers  id=nonsense                                              subscribers.manage 404
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=payout&trainerId={owedTrainer}&amount=1&note=May&requestKey={none} payouts.record >/dashboard/balance
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=payout&trainerId={owedTrainer}&amount=9000&note=May&requestKey={none} payouts.record 409
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=payout&trainerId={none}&amount=1&note=May&requestKey={none} payouts.record 404
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=refund&paymentId={payment}&amount=1&reason=Ill&requestKey={none} refunds.make >/dashboard/balance
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=refund&paymentId={payment}&amount=9000&reason=Ill&requestKey={none} refunds.make 409
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=refund&paymentId={none}&amount=1&reason=Ill&requestKey={none} refunds.make 404
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=repeat&refundId={failedRefund}                       balance.read >/dashboard/balance
pages/dashboard/money/disputes.tsx   /dashboard/disputes        warningId=nonsense                                          balance.read 404
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=repeat&refundId=nonsense                             balance.read 404
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=settle&refundId={failedRefund}&how=cash              balance.read 422
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=settle&refundId={failedRefund}&how=lost&why=Card+closed balance.read 422
pages/dashboard/money/balance.tsx    /dashboard/balance         intent=settle&refundId=nonsense&how=cash&why=Card+closed    balance.read 404
pages/dashboard/money/balance.tsx    /dashboard/balance         nothing=                                                 balance.read 400
pages/dashboard/newsletter/newsletter.tsx /dashboard/newsletter/new intent=save&subject=Rings&words=Come.                      newsletter.write >/dashboard/newsletter/*
pages/dashboard/newsletter/newsletter.tsx /dashboard/newsletter/new intent=save&subject=&words=                               newsletter.write 422
pages/dashboard/newsletter/newsletter.tsx /dashboard/newsletter/{newsletter} intent=test&subject=Rings&words=Come.            newsletter.write >/dashboard/newsletter/{newsletter}
pages/dashboard/newsletter/newsletter.tsx /dashboard/newsletter/{newsletter} intent=save&subject=Rings&words=Come.&photo={photo}&altText= newsletter.write 422
pages/dashboard/newsletter/newsletter.tsx /dashboard/newsletter/{newsletter} intent=pause                                     newsletter.write 409
pages/dashboard/newsletter/newsletter.tsx /dashboard/newsletter/{newsletter} intent=send&subject=Rings&words=Come.            newsletter.write >/dashboard/newsletter/{newsletter}
pages/dashboard/newsletter/newsletter.tsx /dashboard/newsletter/{none} intent=delete                                          newsletter.write 404
pages/dashboard/newsletter/preview-html.ts /dashboard/newsletter/{newsletter}/preview subject=Rings&words=Come.&audience=subscribers newsletter.write 200
pages/dashboard/newsletter/preview-html.ts /dashboard/newsletter/{none}/preview subject=Rings                          newsletter.write 404
pages/dashboard/operations/mail-settings.tsx      /dashboard/mail            intent=check                                             operations.read 200
pages/dashboard/operations/mail-settings.tsx      /dashboard/mail            intent=test                                              letters.resend 200
pages/dashboard/operations/mail-settings.tsx      /dashboard/mail            intent=other                                             operations.read 400
pages/dashboard/operations/undelivered.tsx        /dashboard/undelivered     id={undelivered}                                         operations.read >/dashboard/undelivered
pages/dashboard/operations/undelivered.tsx        /dashboard/undelivered     id={letter}                                              operations.read 409
pages/dashboard/operations/undelivered.tsx        /dashboard/undelivered     id=nonsense                                              operations.read 404
pages/account/first-admin.tsx                /firstAdmin/nonsense       sure=yes                                                in  404 404 404 404 404 404
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=duty&duty=                                              roles.change >/dashboard/members/{personA}
pages/dashboard/members/merge-member.tsx     /dashboard/mergeMember/{personA} with={personA}                                              members.merge 409
pages/dashboard/members/merge-member.tsx     /dashboard/mergeMember/{personA} with={none}                                                 members.merge 404
pages/dashboard/members/claim-code.tsx     /dashboard/claimCode/{personA} intent=code                                                   members.invite 409
pages/dashboard/members/claim-code.tsx     /dashboard/claimCode/{none} intent=letter                                                    members.invite 404
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=guardian&guardian=nobody                                   guardians.change 409
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=remove-guardian&guardianId={none}                          guardians.change >/dashboard/members/{personA}
pages/dashboard/waiver/waiver.tsx          /dashboard/waiver    intent=step&step=x    waivers.write 422
pages/dashboard/waiver/health-answers.tsx  /dashboard/healthAnswers/{personA}  intent=show   in  404 403 403 404 404 health.read:404
pages/dashboard/members/trainee.tsx  /dashboard/trainee/{personA}  intent=note&words=&of={datedMonth} in  403 403 403 422 404 notes.write:422
pages/dashboard/waiver/waiver.tsx          /dashboard/waiver    intent=write&words=                                                          waivers.write 422
pages/dashboard/waiver/sign-waiver.tsx     /dashboard/sign/{personA} version=1&signerName=Nora                                                 in  404 403 403 403 403 waivers.collect:404
pages/dashboard/members/new-member.tsx     /dashboard/newMember intent=add&isNew=1&name=Otto+Brandt                                             members.add >/dashboard/members/*
pages/dashboard/members/new-member.tsx     /dashboard/newMember intent=add&name=                                                        members.add 422
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=note&words=Calls+after+five                                 notes.write >/dashboard/members/{personA}
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=note&words=                                                notes.write 422
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=remove-note&noteId={none}                                  notes.write >/dashboard/members/{personA}
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=step-down&reason=Ill                                              roles.change 409
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=step-down&reason=                                                 roles.change 422
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=refund&paymentId={payment}&amount=9000&reason=Ill&requestKey={none} refunds.make 409
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=refund&paymentId={payment}&amount=1&reason=Ill&requestKey={none} refunds.make >/dashboard/members/{personA}
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=refund-gift&orderId={none}&reason=Ill               refunds.make 404
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=share&percent=60&countsFrom=2999-01-01                    shares.manage 404
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=contact&telephone=%2B49+30&preferredName=Mimi      members.changeContact >/dashboard/members/{personA}
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=contact&telephone=call+me&preferredName=          members.changeContact 422
pages/dashboard/members/member.tsx     /dashboard/members/{none} intent=contact&telephone=&preferredName=                   members.changeContact 404
pages/dashboard/members/member.tsx     /dashboard/members/{none} intent=link                                                members.resetPassword 404
pages/dashboard/members/book-for-member.tsx   /dashboard/bookFor/{newMember} hour={slot}+5000                                     bookings.forMembers >/dashboard/takePayment/*
pages/dashboard/members/book-for-member.tsx   /dashboard/bookFor/{personA} hour={soldSlot}+5000                                 bookings.forMembers 409
pages/dashboard/members/book-for-member.tsx   /dashboard/bookFor/{personA} hour=                                                 bookings.forMembers 422
pages/dashboard/members/book-for-member.tsx   /dashboard/bookFor/{none}   hour={slot}+5000                                      bookings.forMembers 404
pages/dashboard/months/move-month.tsx /dashboard/moveMonth/{paid} slotId={soldSlot}&reason=Ill                          months.change 409
pages/dashboard/months/move-month.tsx /dashboard/moveMonth/{paid} slotId=&reason=Ill                                    months.change 422
pages/dashboard/months/extend-month.tsx /dashboard/extendMonth/{paid} days=3&reason=Ill                                 months.change >/dashboard/members/{personA}
pages/dashboard/months/extend-month.tsx /dashboard/extendMonth/{paid} days=32&reason=Ill                                months.change 422
pages/dashboard/months/extend-month.tsx /dashboard/extendMonth/{paid} days=3&reason=Ill&seenDays=9                      months.change 409
pages/dashboard/months/extend-month.tsx /dashboard/extendMonth/{ended} days=3&reason=Ill                                months.change 409
pages/dashboard/months/move-month.tsx /dashboard/moveMonth/{none} slotId={slot}&reason=Ill                              months.change 404
pages/dashboard/months/extend-month.tsx /dashboard/extendMonth/{none} days=3&reason=Ill                                 months.change 404
pages/dashboard/months/owed-make-ups.tsx       /dashboard/owed/{datedMonth} intent=give&reason=Ill&requestKey=of-this-form             makeUps.give >/dashboard/owed/{datedMonth}
pages/dashboard/months/owed-make-ups.tsx       /dashboard/owed/{datedMonth} intent=give&reason=&requestKey=of-this-form                makeUps.give 422
pages/dashboard/months/owed-make-ups.tsx       /dashboard/owed/{paid}     intent=give&reason=Ill&requestKey=of-this-form               makeUps.give 409
pages/dashboard/months/owed-make-ups.tsx       /dashboard/owed/{datedMonth} intent=refund&makeUpId={makeUp}&reason=Ill                refunds.make >/dashboard/owed/{datedMonth}
pages/dashboard/months/owed-make-ups.tsx       /dashboard/owed/{datedMonth} intent=refund&makeUpId={none}&reason=Ill                  refunds.make 404
pages/dashboard/months/owed-make-ups.tsx       /dashboard/owed/{paid}     intent=refund&makeUpId={makeUp}&reason=Ill                    refunds.make 404
pages/dashboard/months/owed-make-ups.tsx       /dashboard/owed/{none}     intent=give&reason=Ill&requestKey=of-this-form               makeUps.give 404
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=close&when=later&reason=Moves+away                      accounts.erase >/dashboard/members/{personA}
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=close&when=now&reason=                                accounts.erase 422
pages/dashboard/members/member.tsx     /dashboard/members/{personA} intent=keep                                                  accounts.erase >/dashboard/members/{personA}
pages/dashboard/members/member.tsx     /dashboard/members/{none}  intent=close&when=now&reason=Ill                             accounts.erase 404
pages/dashboard/members/member.tsx     /dashboard/members/{none}  intent=step-down&reason=Ill                                              roles.change 404
pages/forum/report-post.tsx                  /reportPost/{post}         reason=Unkind                                            in  >/forums >/forums >/forums 409 >/forums >/forums
pages/forum/report-post.tsx                  /reportPost/{post}         reason=                                                  in  422 422 422 409 422 422
pages/forum/report-post.tsx                  /reportPost/{none}         reason=Unkind                                            in  404 404 404 404 404 404
pages/dashboard/content/reports.tsx            /dashboard/reports         postId={reportedPost}                                    content.moderate >/dashboard/reports
pages/dashboard/content/reports.tsx            /dashboard/reports         postId={post}                                            content.moderate 404
pages/dashboard/desk/take-payment.tsx  /dashboard/takePayment/{held} plan=gold&method=cash                                     desk.use >/dashboard/receipt/{held}
pages/dashboard/desk/take-payment.tsx  /dashboard/takePayment/{held} plan=gold&method=cheque                                   desk.use 422
pages/dashboard/desk/take-payment.tsx  /dashboard/takePayment/{held} plan=gold&method=cash&discount=much                       desk.use 422
pages/dashboard/desk/take-payment.tsx  /dashboard/takePayment/{paid} plan=gold&method=cash                                     desk.use 409
pages/dashboard/desk/take-payment.tsx  /dashboard/takePayment/{none} plan=gold&method=cash                                     desk.use 404
pages/dashboard/import/upload-file.tsx /dashboard/import          multipart:source=Old+program                              members.import 422
pages/dashboard/import/compare-charges.tsx /dashboard/compareCharges multipart:intent=compare&source=Old+program             members.import 422
pages/dashboard/import/compare-charges.tsx /dashboard/compareCharges multipart:intent=end                               members.import 404
pages/dashboard/import/columns.tsx     /dashboard/import/{none}   intent=save                                               members.import 404
pages/dashboard/import/columns.tsx     /dashboard/import/{none}   intent=delete                                             members.import 404
pages/dashboard/import/columns.tsx     /dashboard/import/{none}   intent=read+again&encoding=utf-8&separator=comma          members.import 404
pages/dashboard/import/values.tsx      /dashboard/import/{none}/values membership:Gold=                                     members.import 404
pages/dashboard/import/check.tsx       /dashboard/import/{none}/check  nothing=                                             members.import 404
pages/dashboard/import/done.tsx        /dashboard/import/{none}/done   intent=stop                                          members.import 404
pages/dashboard/import/done.tsx        /dashboard/import/{none}/done   intent=undo                                          members.import 404
pages/dashboard/desk/cash-day.tsx      /dashboard/cashDay        day=2020-01-01&expectedCents=1&counted=1&kept=0           desk.use 409
pages/dashboard/desk/cash-day.tsx      /dashboard/cashDay        day=2020-01-01&expectedCents=0&counted=much&kept=0        desk.use 422
pages/dashboard/desk/cash-day.tsx      /dashboard/cashDay        day=nonsense&expectedCents=0&counted=0&kept=0            desk.use 422
pages/dashboard/desk/correct-entry.tsx /dashboard/correctEntry/{none} kind=payment&method=cash&reason=Wrong               desk.use 404
pages/dashboard/desk/correct-entry.tsx /dashboard/correctEntry/{none} kind=payment&method=card&reason=                    desk.use 422
pages/dashboard/money/correct-invoice.tsx  /dashboard/correctInvoice/{none} buyerName=Noor+Rahman&buyerAddress=              invoices.correct 404
pages/dashboard/money/take-back-payout.tsx /dashboard/takeBackPayout/{none} reason=Wrong                                  payouts.record 404
pages/dashboard/arrivals/arrivals.tsx  /dashboard/arrivals       intent=came&visitId=nonsense&memberId={personA}             visits.record 404
pages/dashboard/arrivals/arrivals.tsx  /dashboard/arrivals       intent=undo&visitId={none}                                  visits.record 404
pages/dashboard/arrivals/participant-list.tsx /dashboard/participants/{lesson}  intent=mark&participantId={none}&attendance=attended  in  403 403 403 409 404 attendance.markAll:409
pages/dashboard/arrivals/participant-list.tsx /dashboard/participants/{lesson}  intent=close                                          in  403 403 403 409 404 attendance.markAll:409
pages/dashboard/arrivals/participant-list.tsx /dashboard/participants/{lesson}  intent=find&who=x                                     attendance.mark 404
pages/dashboard/arrivals/participant-list.tsx /dashboard/participants/{lesson}  intent=guest&memberId={personA}                       attendance.mark 404
pages/dashboard/arrivals/participant-list.tsx /dashboard/participants/nonsense  intent=markAll                                        attendance.mark 404
pages/here/here.tsx                    /here/nonsense            intent=here&visitId={none}&lessonId=                         in 409 409 409 409 409 409
pages/here/here.tsx                    /here/nonsense            intent=undo&visitId={none}                                  in 404 404 404 404 404 404
pages/dashboard/desk/desk.tsx          /dashboard/desk           refundId={dueRefund}&method=cash                         desk.use >/dashboard/desk
pages/dashboard/desk/desk.tsx          /dashboard/desk           refundId={dueRefund}&method=card                         desk.use 422
pages/dashboard/desk/desk.tsx          /dashboard/desk           refundId={failedRefund}&method=cash                      desk.use 409
pages/dashboard/desk/desk.tsx          /dashboard/desk           refundId=nonsense&method=cash                            desk.use 404
pages/dashboard/content/take-down.tsx          /dashboard/takeDown/post/{post} reason=Unkind                                    content.moderate >/forums
pages/dashboard/content/take-down.tsx          /dashboard/takeDown/class/{class} reason=Not+true&words=It+is+a+bike.            content.moderate >/classes
pages/dashboard/content/take-down.tsx          /dashboard/takeDown/post/{post}?from=reports reason=Unkind                       content.moderate >/dashboard/reports
pages/dashboard/content/take-down.tsx          /dashboard/takeDown/post/{post} reason=Because                                   content.moderate 422
pages/dashboard/content/take-down.tsx          /dashboard/takeDown/class/{none} reason=Unkind                                   content.moderate 404
pages/dashboard/club/club-settings.tsx /dashboard/club            name=Iron+Works&timeZone=Europe/Berlin&currency=usd&language=en&trainerShare=100&headlines=&headlines=&headlines=&taglines=&taglines=&taglines=&points=&points=&points=&serviceNames=&serviceNames=&serviceNames=&serviceNames=&serviceNames=&serviceNames=&serviceNames=&serviceNames=&serviceNames=&serviceNames=&serviceLines=&serviceLines=&serviceLines=&serviceLines=&serviceLines=&serviceLines=&serviceLines=&serviceLines=&serviceLines=&serviceLines=&opens=&opens=&opens=&opens=&opens=&opens=&opens=&closes=&closes=&closes=&closes=&closes=&closes=&closes= club.settings >/dashboard/club
pages/dashboard/club/club-settings.tsx /dashboard/club            name=                                                    club.settings 422
pages/dashboard/club/policies.tsx      /dashboard/policies        quietFrom=22:00&quietUntil=06:00&cancellationHours=8&graceMinutes=15&makeUpsAMonth=2&makeUpDays=45&makeUpAheadDays=7&firstHourNoticeMinutes=120&coolOffHours=72&classCancellationHours=3&bookAheadDays=14&waitingLists=3&promotedNoticeMinutes=60&lateCosts=true&missedCosts=true&listOpenHours=24&awayDays=10&pauseNoticeHours=24&renewalOpenDays=10&coverHours=3&coverPercent=100&closeNoticeDays=14&remindAt=18:00 club.settings >/dashboard/policies
pages/dashboard/club/policies.tsx      /dashboard/policies        cancellationHours=many                                   club.settings 422
pages/dashboard/club/own-words.tsx     /dashboard/ownWords?language=fr language=fr                                     club.settings 404
pages/dashboard/club/own-words.tsx     /dashboard/ownWords language=de                                       club.settings >/dashboard/ownWords
pages/dashboard/desk/sell.tsx          /dashboard/sell/{none}   offerId={none}&method=cash                                desk.use 404
pages/dashboard/desk/sell.tsx          /dashboard/sell/{none}   offerId={none}&method=cash&discount=much                  desk.use 422
pages/dashboard/vouchers/codes.tsx       /dashboard/codes         intent=end&id={none} prices.manage 404
pages/dashboard/vouchers/new-code.tsx    /dashboard/codes/new     code=&takesOff=percent&percent=much prices.manage 422
pages/dashboard/offers/new-offer.tsx     /dashboard/offers/new/pack title=Ten+classes&price=120&classes=10&validDays=180&soldTo=everybody prices.manage >/dashboard/offers
pages/dashboard/offers/new-offer.tsx     /dashboard/offers/new/pack title=&price=much&soldTo=everybody prices.manage 422
pages/dashboard/offers/new-offer.tsx     /dashboard/offers/new/nonsense title=Ten&price=120&soldTo=everybody prices.manage 404
pages/dashboard/offers/offer.tsx         /dashboard/offers/{none} intent=withdraw prices.manage 404
pages/dashboard/money/memberships.tsx   /dashboard/memberships intent=pause&memberId={none}&fromDay=x memberships.manage 422
pages/dashboard/money/memberships.tsx   /dashboard/memberships intent=forgive&orderId={none}&reason=Sick memberships.manage 404
pages/dashboard/money/memberships.tsx   /dashboard/memberships intent=end&orderId={none} memberships.manage 404
pages/dashboard/offers/price-change.tsx /dashboard/offers/{none}/move intent=plan&fromDay=2027-01-01 prices.manage 404
pages/dashboard/offers/replace-offer.tsx /dashboard/offers/{none}/replace title=Ten&price=120&soldTo=everybody prices.manage 404
pages/dashboard/offers/hour-prices.tsx /dashboard/hourPrices      slotPrice=50&silverSurcharge=0&silverClasses=5&goldSurcharge=20&goldClasses=3&diamondSurcharge=50&diamondClasses=6 prices.manage >/dashboard/hourPrices
pages/dashboard/offers/hour-prices.tsx /dashboard/hourPrices      slotPrice=much prices.manage 422
pages/dashboard/offers/trainer-prices.tsx /dashboard/trainerPrices/{trainer} slotId={none}&price=50 prices.manage 404
pages/dashboard/offers/trainer-prices.tsx /dashboard/trainerPrices/{trainer} slotId={none}&price=much prices.manage 422
pages/dashboard/arrivals/send-taps.ts /dashboard/arrivals/taps   taps=[] attendance.mark 200
pages/dashboard/arrivals/send-taps.ts /dashboard/arrivals/taps   taps=x attendance.mark 422
pages/dashboard/members/slipping-away.tsx /dashboard/slippingAway   memberId={none}&words=Flu members.contact 404
pages/dashboard/members/former-members.tsx /dashboard/formerMembers  expected=0 accounts.erase >/dashboard/formerMembers
pages/dashboard/members/former-members.tsx /dashboard/formerMembers  expected=7 accounts.erase 409
pages/dashboard/club/retention.tsx     /dashboard/retention       formerMemberDays=1095&letterDays=365&activityDays=730&auditDays=3650 club.settings >/dashboard/retention
pages/dashboard/club/retention.tsx     /dashboard/retention       formerMemberDays=1095&letterDays=1&activityDays=730&auditDays=3650 club.settings 422
pages/dashboard/club/devices.tsx       /dashboard/devices         intent=register&name=Front+desk                                  devices.manage >/dashboard/devices
pages/dashboard/club/devices.tsx       /dashboard/devices         intent=register&name=                                            devices.manage 422
pages/dashboard/club/devices.tsx       /dashboard/devices         intent=revoke&id=nonsense                                        devices.manage 404
pages/dashboard/club/club-picture.tsx        /dashboard/club/pictures/slide-1 intent=save&source=photo&paper=clay&altText=The+rack club.settings 422
pages/dashboard/club/club-picture.tsx        /dashboard/club/pictures/slide-1 intent=save&source=keep club.settings >/dashboard/club?tab=pictures
pages/dashboard/club/testimonial.tsx         /dashboard/club/voices/new intent=save&name=Sol&words=It+is+the+coffee.&photo={photo}&consent=2026-10-04 club.settings >/dashboard/club?tab=firstPage
pages/dashboard/club/testimonial.tsx         /dashboard/club/voices/new intent=save&name=Sol&words=It+is+the+coffee.&photo={pictureOfA}&consent=2026-10-04 club.settings 422
pages/dashboard/club/testimonial.tsx         /dashboard/club/voices/{voice} intent=save&name=Sol&words=Tea.&consent=2026-10-04                club.settings >/dashboard/club?tab=firstPage
pages/dashboard/club/testimonial.tsx         /dashboard/club/voices/{none} intent=save&name=Sol&words=Tea.&consent=2026-10-04                 club.settings 404
pages/dashboard/club/testimonial.tsx         /dashboard/club/voices/{voice} intent=remove                                            club.settings >/dashboard/club?tab=firstPage
pages/dashboard/gallery/manage-gallery.tsx /dashboard/gallery     intent=add&photo={photo}&caption=Rings                      gallery.manage >/dashboard/gallery
pages/dashboard/gallery/manage-gallery.tsx /dashboard/gallery     intent=add&photo={pictureOfA}&caption=Rings                   gallery.manage 422
pages/dashboard/gallery/manage-gallery.tsx /dashboard/gallery     intent=change&id={picture}&caption=Rings                    gallery.manage >/dashboard/gallery
pages/dashboard/gallery/manage-gallery.tsx /dashboard/gallery     intent=change&id={none}&caption=Rings                       gallery.manage 404
pages/dashboard/gallery/manage-gallery.tsx /dashboard/gallery     intent=move&id={picture}&place=0                            gallery.manage >/dashboard/gallery
pages/dashboard/gallery/manage-gallery.tsx /dashboard/gallery     intent=move&id={none}&place=0                               gallery.manage 404
pages/dashboard/gallery/manage-gallery.tsx /dashboard/gallery     intent=remove&id={picture}                                  gallery.manage >/dashboard/gallery
pages/dashboard/gallery/manage-gallery.tsx /dashboard/gallery     intent=remove&id=nonsense                                   gallery.manage 404

# for trainers: their own slots and classes
pages/dashboard/slots/manage-slots.tsx     /dashboard/manageSlots     intent=save&name=Late&startHour=23&price=50&trainerId={trainer}      slots.manage >/dashboard/manageSlots
pages/dashboard/slots/manage-slots.tsx     /dashboard/manageSlots     intent=save&name=Late&startHour=24&price=0                           slots.manage 422
pages/dashboard/slots/manage-slots.tsx     /dashboard/manageSlots     intent=save&slotId={slot}&name=Late&startHour=23&price=60            in  403 403 403 >/dashboard/manageSlots 404 403
pages/dashboard/slots/manage-slots.tsx     /dashboard/manageSlots     intent=save&slotId={soldSlot}&name=Late&startHour=23&price=60        in  403 403 403 409 404 403
pages/dashboard/slots/manage-slots.tsx     /dashboard/manageSlots     intent=save&slotId={none}&name=Late&startHour=23&price=60            slots.manage 404
pages/dashboard/slots/manage-slots.tsx     /dashboard/manageSlots     intent=remove&slotId={slot}                                 in  403 403 403 >/dashboard/manageSlots 404 403
pages/dashboard/slots/manage-slots.tsx     /dashboard/manageSlots     intent=remove&slotId={soldSlot}                             in  403 403 403 409 404 403
pages/dashboard/slots/manage-slots.tsx     /dashboard/manageSlots     intent=remove&slotId=nonsense                               slots.manage 404
pages/dashboard/content/write-class.tsx    /dashboard/addNewClass     intent=save&title=Core&description=Floor&photo={photo}               classes.write >/dashboard/addNewClass
pages/dashboard/content/write-class.tsx    /dashboard/addNewClass     intent=save&title=Core&description=Floor&photo={pictureOfA}            classes.write 422
pages/dashboard/content/write-class.tsx    /dashboard/addNewClass     intent=save&title=&description=                                      classes.write 422
pages/dashboard/content/write-class.tsx    /dashboard/addNewClass     intent=preview&title=Core&photo=------------------------------------  classes.write 200
pages/dashboard/content/write-class.tsx    /dashboard/addNewClass     intent=save&id={class}&title=Core&description=Floor                  in  403 403 403 >/dashboard/addNewClass 404 403
pages/dashboard/content/write-class.tsx    /dashboard/addNewClass     intent=save&id={none}&title=Core&description=Floor                   classes.write 404
pages/dashboard/content/write-class.tsx    /dashboard/addNewClass     intent=remove&id={class}                                    in  403 403 403 >/dashboard/addNewClass 404 403
pages/dashboard/content/write-class.tsx    /dashboard/addNewClass     intent=remove&id=nonsense                                   classes.write 404

# the forum: trainers their own, admins every post
pages/dashboard/content/write-post.tsx    /dashboard/addNewForum     intent=save&caption=Rings&photo={photo}&authorId={none}&likes=9      posts.write >/forums
pages/dashboard/content/write-post.tsx    /dashboard/addNewForum     intent=save&caption=Rings&photo={pictureOfA}                           posts.write 422
pages/dashboard/content/write-post.tsx    /dashboard/addNewForum     intent=save&caption=                                                 posts.write 422
pages/dashboard/content/write-post.tsx    /dashboard/addNewForum     intent=preview&caption=Rings                                posts.write 200
pages/dashboard/content/write-post.tsx    /dashboard/addNewForum     intent=save&id={post}&caption=Rings                                  in  403 403 403 >/dashboard/addNewForum 404 >/dashboard/addNewForum
pages/dashboard/content/write-post.tsx    /dashboard/addNewForum     intent=save&id={none}&caption=Rings                                  posts.write 404
pages/dashboard/content/write-post.tsx    /dashboard/addNewForum     intent=remove&id={post}                                     in  403 403 403 >/dashboard/addNewForum 404 >/dashboard/addNewForum
pages/dashboard/content/write-post.tsx    /dashboard/addNewForum     intent=remove&id=nonsense                                   posts.write 404
`,
  10,
)
