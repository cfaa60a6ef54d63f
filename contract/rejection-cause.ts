/**
 * Who rejected an order. `here`: this venue. `checking`: perhaps this venue. `missed`: not answered in time. `cancelled`: the service, the
 * customer or support. `others`: not this venue; by whom is unknown.
 */
export type RejectionCause = 'here' | 'checking' | 'missed' | 'cancelled' | 'others';
