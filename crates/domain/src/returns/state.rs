//! The state machine of a return.

/// The state of a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReturnState {
    /// The shop has to decide.
    Requested,
    /// The customer may send the pieces.
    Approved,
    /// The shop does not take the pieces back.
    Declined,
    /// The pieces arrived and were inspected.
    Received,
    /// The customer keeps the pieces.
    Cancelled,
    /// The pieces did not arrive in time.
    Expired,
}

/// What happens to a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReturnEvent {
    /// The shop agrees.
    Approve,
    /// The shop refuses.
    Decline,
    /// The pieces arrive.
    Receive,
    /// The customer changes their mind.
    Cancel,
    /// The time for sending the pieces ends.
    Expire,
}

/// The event does not apply in this state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.words())]
pub struct WrongReturnState(pub ReturnState);

impl WrongReturnState {
    const fn words(self) -> &'static str {
        match self.0 {
            ReturnState::Requested => "this return has not been approved",
            ReturnState::Approved => "this return is already approved",
            ReturnState::Declined => "this return was declined",
            ReturnState::Received => "this return has already arrived",
            ReturnState::Cancelled => "this return was canceled",
            ReturnState::Expired => "this return has expired",
        }
    }
}

impl ReturnState {
    /// Every state.
    pub const ALL: [Self; 6] =
        [Self::Requested, Self::Approved, Self::Declined, Self::Received, Self::Cancelled, Self::Expired];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Approved => "approved",
            Self::Declined => "declined",
            Self::Received => "received",
            Self::Cancelled => "canceled",
            Self::Expired => "expired",
        }
    }

    /// Whether the pieces may still arrive.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Requested | Self::Approved)
    }

    /// The state after an event.
    pub const fn after(self, event: ReturnEvent) -> Result<Self, WrongReturnState> {
        match (self, event) {
            (Self::Requested | Self::Declined | Self::Expired, ReturnEvent::Approve) => Ok(Self::Approved),
            (Self::Requested, ReturnEvent::Decline) => Ok(Self::Declined),
            // A parcel may arrive before the decision, or late.
            (Self::Requested | Self::Approved | Self::Expired, ReturnEvent::Receive) => Ok(Self::Received),
            (Self::Requested | Self::Approved, ReturnEvent::Cancel) => Ok(Self::Cancelled),
            (Self::Approved, ReturnEvent::Expire) => Ok(Self::Expired),
            _ => Err(WrongReturnState(self)),
        }
    }
}
