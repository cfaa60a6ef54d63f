/**
 * Who rejected an order. `here`: this venue. `checking`: perhaps this venue. `missed`: not answered in time. `cancelled`: the service, the
 * customer or support. `others`: one of these, reason unknown.
 */
export type RejectionCause = 'here' | 'checking' | 'missed' | 'cancelled' | 'others';
